/** What a verdict says beside its word: whose word something rests on, what is lost, what all should know. */

/** @typedef {import("./game_walk.js").GameWalk} GameWalk */

/**
 * @param {GameWalk} game
 * @returns {string[]}
 */
export function describeNotes(game) {
  const byWord = game.parties.list.filter((party) => party.playedByWord);
  return [
    ...("seed" in game.charter.options ? ["simulated: who made it knew all its dice"] : []),
    ...byWord.map(({ role }) => `dice and moves of ${role} rest on the referee's word`),
    ...game.lines.lost.map((seq) => `what entry ${seq} closed is lost, as all have signed`),
    ...game.papers.lost.map((paper) => `the standing orders ${paper} are lost, as all have signed`),
    ...game.lateAlthoughOut().map(({ seq }) => `entry ${seq}: late although out since`),
    ...describeClaim(game),
  ];
}

/**
 * @param {GameWalk} game
 * @returns {string[]}
 */
function describeClaim(game) {
  const outcome = game.ended?.body.outcome ?? {};
  if (outcome.level !== "claimed") {
    const against = game.claim?.body.role;
    return against ? [`the game is claimed against ${against}, by the word of all others`] : [];
  }
  const by = Array.isArray(outcome.claimed) ? outcome.claimed.join(", ") : (game.claim?.author ?? "a side");
  return [`the game was claimed by ${by}${outcome.winner === "" ? ", and is unfinished" : ""}`];
}
