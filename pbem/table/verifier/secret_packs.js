/** Packs that the referee alone sees: cards shown against their leaves, and at the end all that the secret gives. */

import { demand } from "./formats/faults.js";
import { fromBase64, fromHex, sameBytes, toUtf8 } from "./formats/bytes.js";
import { hashLines } from "./formats/digests.js";
import { DiceStream } from "./dice_stream.js";
import { makeAgeFile } from "./formats/age_files.js";

/** @typedef {{ base: string, k: number, links: [string, string] }} SeedParts */
/** @typedef {{ name: string, leaves: string[], parts: SeedParts, shown: Map<number, string> }} Pack */
/** @typedef {{ role: string, key: string, k: number, item: number, cards: string[], sealed: string }} Deal */

export class SecretPacks {
  /**
   * @param {string} game
   * @param {string | undefined} commitment
   */
  constructor(game, commitment) {
    this.game = game;
    this.commitment = commitment;
    /** @type {Map<string, Pack>} */
    this.packs = new Map();
    /** @type {Deal[]} */
    this.deals = [];
  }

  /**
   * @param {any} item a shuffle of a secret pack
   * @param {SeedParts} parts
   */
  shuffle({ secret: name, shuffle: size, leaves }, parts) {
    demand(
      leaves.length === size,
      "leaf-wrong",
      `Pack ${name} has ${size} cards and ${leaves.length} leaves.`,
    );
    demand(this.commitment, "leaf-wrong", "The charter binds no secret for packs.");
    demand(!this.packs.has(name), "card-twice", `Pack ${name} is shuffled twice.`);
    this.packs.set(name, { name, leaves, parts, shown: new Map() });
  }

  /**
   * @param {string} card
   * @returns {{ pack: Pack, leaf: string }}
   */
  find(card) {
    const [, name = "", place = ""] = /^([A-Za-z]+)(\d+)$/.exec(card) ?? [];
    const pack = this.packs.get(name);
    const leaf = pack?.leaves[Number(place) - 1];
    demand(pack && leaf, "leaf-wrong", `The card ${card} is of no pack that was shuffled.`);
    return { pack, leaf };
  }

  /** @param {any} item cards shown */
  async show({ open }) {
    for (const [card, number, salt] of open) {
      const { pack, leaf } = this.find(card);
      const made = await hashLines("senlac-card/1", this.game, card, number, salt);
      demand(made === leaf, "leaf-wrong", `The card ${card} is another one than was shuffled.`);
      const other = pack.shown.get(number) ?? card;
      demand(other === card, "card-twice", `The cards ${other} and ${card} have one number.`);
      pack.shown.set(number, card);
    }
  }

  /**
   * @param {any} item a deal
   * @param {string} key of the side
   * @param {number} k
   * @param {number} at
   */
  deal({ deal: role, cards, sealed }, key, k, at) {
    for (const card of cards) this.find(card);
    demand(fromBase64(sealed), "deal-wrong", `What is dealt to ${role} is not in base64.`);
    this.deals.push({ role, key, k, item: at, cards, sealed });
  }

  /** @param {string | undefined} secret that the end opens */
  async demandSecret(secret) {
    const fits =
      secret === undefined
        ? !this.commitment
        : (await hashLines("senlac-secret/1", secret)) === this.commitment;
    demand(fits, "secret-wrong", "The end does not open the secret of the charter.");
    if (secret === undefined) return;
    /** @type {Map<string, string>} */
    const faces = new Map();
    for (const pack of this.packs.values()) await this.demandPack(pack, secret, faces);
    for (const deal of this.deals) await this.demandDeal(deal, secret, faces);
  }

  /**
   * @param {Pack} pack
   * @param {string} secret
   * @param {Map<string, string>} faces number and salt of each card, as a deal tells them
   */
  async demandPack({ name, leaves, parts }, secret, faces) {
    const seed = await hashLines("senlac-deal/2", parts.base, parts.k, ...parts.links, name, secret);
    const numbers = await new DiceStream(seed).shuffle(leaves.length);
    for (const [at, number] of numbers.entries()) {
      const card = `${name}${at + 1}`;
      const salt = await hashLines("senlac-salt/1", seed, card);
      const leaf = await hashLines("senlac-card/1", this.game, card, number, salt);
      demand(
        leaf === leaves[at],
        "pack-wrong",
        `Pack ${name} is not in the order that secret and links give.`,
      );
      faces.set(card, `${card} ${String(number).padStart(5, "0")} ${salt}\n`);
    }
  }

  /**
   * @param {Deal} deal
   * @param {string} secret
   * @param {Map<string, string>} faces
   */
  async demandDeal({ role, key, k, item, cards, sealed }, secret, faces) {
    const text = toUtf8(cards.map((card) => faces.get(card)).join(""));
    const coins = await hashLines("senlac-box/1", this.game, k, item, secret);
    const made = await makeAgeFile(fromHex(key), text, coins);
    const same = sameBytes(made, fromBase64(sealed) ?? new Uint8Array());
    demand(same, "deal-wrong", `What was dealt to ${role} in batch ${k} is not what the secret gives.`);
  }
}
