/** Joins to an invitation, as a charter shows them: each is a signature on what the charter says of that person. */

import { demand, Fault } from "./formats/faults.js";
import { digestOf, hashLines } from "./formats/digests.js";
import { fromBase64, toUtf8 } from "./formats/bytes.js";
import { PAPER_NAMESPACE, readSigner } from "./formats/ssh_signatures.js";
import { keyOf } from "./parties.js";
import { writeCanonical } from "./formats/canonical_json.js";

/** @typedef {import("./formats/entry_shapes.js").Entry} Entry */

/**
 * What an invitation said of a person.
 * @param {any} person
 * @returns {Promise<any>}
 */
async function recallAsked(person) {
  if (!("joined" in person)) return person;
  const { role, name, mail, word, nonce } = person;
  const asked = { role, name, mail };
  const ticket = nonce === undefined ? {} : { ticket: await hashLines("senlac-ticket/1", nonce) };
  return { ...asked, ...(word === undefined ? {} : { word }), ...ticket };
}

/** @param {Entry} charter */
export async function checkJoins({ author, body }) {
  const joined = body.parties.filter((/** @type {any} */ person) => "joined" in person);
  const { at: _at, due: _due, ...invited } = body;
  const parties = await Promise.all(body.parties.map(recallAsked));
  const invitation = { v: 2, type: "invitation", author, body: { ...invited, parties } };
  const digest = await digestOf(toUtf8(writeCanonical(invitation)));
  for (const { joined: text, ...person } of joined) {
    demand(person.role !== author, "bad-body", "The author of the charter does not join.");
    const data = toUtf8(writeCanonical({ v: 2, type: "join", invitation: digest, person }));
    const signer = await readSigner(fromBase64(text) ?? new Uint8Array(), data, PAPER_NAMESPACE).catch(
      (fault) => {
        if (fault instanceof Fault) return "";
        throw fault;
      },
    );
    demand(signer === keyOf(person), "join-wrong", `${person.role} has not signed what the charter says.`);
  }
}
