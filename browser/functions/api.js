// @ts-check
/** Every example of the help that changes nothing works. @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { CALLS, TALKS, tryCall, tryTalk } = await load("pages/help-api.js");
  for (const call of CALLS) {
    if (call.changes) continue;
    const answer = await tryCall(call).catch((/** @type {Error} */ error) => error);
    same([typeof answer, answer.length > 0], ["string", true], `${call.id}: ${answer}`);
  }
  for (const talk of TALKS) {
    const heard = await tryTalk(talk).catch((/** @type {Error} */ error) => [
      { type: error.message },
    ]);
    same(talk.until(heard.at(-1)), true, `${talk.id}: ${heard.at(-1).type}`);
  }
};
