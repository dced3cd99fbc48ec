"use strict";
// Zoom and drag in the windows of maps and boards, set-ups laid on, all pieces turned at once. The page is whole
// without this: windows scroll, pieces turn by tick boxes.
document.documentElement.classList.add("js");
const MOST = 16;
const STEP = 1.4;

for (const sheet of document.querySelectorAll(".sheet")) {
  const view = sheet.querySelector(".view");
  const paper = view.firstElementChild;
  let scale = 1;
  const zoom = (by, x = view.clientWidth / 2, y = view.clientHeight / 2) => {
    const next = Math.min(MOST, Math.max(1, scale * by));
    const across = (view.scrollLeft + x) / scale;
    const down = (view.scrollTop + y) / scale;
    scale = next;
    paper.style.width = `${100 * scale}%`;
    view.scrollTo(across * scale - x, down * scale - y);
  };
  const ways = { in: () => zoom(STEP), out: () => zoom(1 / STEP), fit: () => zoom(0) };
  for (const button of sheet.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", ways[button.dataset.zoom]);
  }
  const keys = { "+": ways.in, "=": ways.in, "-": ways.out, 0: ways.fit };
  view.addEventListener("keydown", (event) => {
    if (keys[event.key] && !event.ctrlKey && !event.metaKey) {
      keys[event.key]();
      event.preventDefault();
    }
  });
  const at = (point) => {
    const box = view.getBoundingClientRect();
    return [point.clientX - box.left, point.clientY - box.top];
  };
  // The wheel alone scrolls the page until the window has been chosen.
  view.addEventListener("wheel", (event) => {
    if (event.ctrlKey || document.activeElement === view) {
      zoom(Math.exp(-Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 60) / 200), ...at(event));
      event.preventDefault();
    }
  }, { passive: false });
  view.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) {
      view.setPointerCapture(event.pointerId);
      view.classList.add("held");
    }
  });
  view.addEventListener("pointermove", (event) => {
    if (view.classList.contains("held")) view.scrollBy(-event.movementX, -event.movementY);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    view.addEventListener(end, () => view.classList.remove("held"));
  }
  let spread = 0;
  view.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    const [one, other] = [at(event.touches[0]), at(event.touches[1])];
    const now = Math.hypot(one[0] - other[0], one[1] - other[1]);
    if (spread) zoom(now / spread, (one[0] + other[0]) / 2, (one[1] + other[1]) / 2);
    spread = now;
    event.preventDefault();
  }, { passive: false });
  for (const end of ["touchend", "touchcancel"]) view.addEventListener(end, () => { spread = 0; });
  const told = sheet.querySelector("[data-hexes]");
  if (told) {
    const { texts, hexes: listed, reach } = JSON.parse(told.dataset.hexes);
    const hexes = listed.split(" ");
    const svg = paper.querySelector("svg");
    const tell = (event) => {
      const here = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      let best = reach, found = "";
      for (let i = 0; i < hexes.length; i += 4) {
        const far = Math.hypot(hexes[i + 1] - here.x, hexes[i + 2] - here.y);
        if (far < best) [best, found] = [far, `${hexes[i]} · ${texts[hexes[i + 3]]}`];
      }
      told.value = found;
    };
    view.addEventListener("pointermove", tell);
    view.addEventListener("pointerdown", tell);
  }
  for (const box of sheet.querySelectorAll("[data-layer]")) {
    const show = () => document.getElementById(box.dataset.layer).classList.toggle("on", box.checked);
    box.addEventListener("change", show);
    show();
  }
}

// What does not have all the words that are searched for steps back, and a section of which nothing is left.
const search = document.getElementById("search");
const parts = [...document.querySelectorAll("main li, main tbody tr, main .ruling, main .chart, main .sheet")];
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const part of parts) {
    const text = part.textContent.toLowerCase();
    part.classList.toggle("missed", !words.every((word) => text.includes(word)));
  }
  for (const each of document.querySelectorAll("main details")) {
    each.open = words.length > 0 && Boolean(each.querySelector("tr:not(.missed)") || each.matches(".ruling"));
  }
  for (const section of document.querySelectorAll("main section")) {
    const left = parts.some((part) => section.contains(part) && !part.classList.contains("missed"));
    section.classList.toggle("missed", words.length > 0 && !left);
  }
});

const pieces = [...document.querySelectorAll(".piece input")];
const turn = document.getElementById("turn");
const turnAll = () => {
  const over = pieces.some((box) => !box.checked);
  for (const box of pieces) box.checked = over;
};
turn.hidden = !pieces.length;
turn.addEventListener("click", turnAll);
document.addEventListener("keydown", (event) => {
  if (event.target !== search && event.key.toLowerCase() === "t" && !event.ctrlKey && !event.metaKey && !event.altKey) turnAll();
});
