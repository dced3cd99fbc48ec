// Says how many steps the story has.

const story = JSON.parse(document.getElementById("story")?.textContent ?? "{}");
const told = document.getElementById("steps");
if (told) told.textContent = `${story.steps.length} steps`;
