import { expect, test } from "bun:test";
import { takeTurns } from "./take-turns.ts";

test("one person's works go at once, another's after a while, in the order in which they came, and one that fails holds up no other", async () => {
  const turn = takeTurns();
  const finished: string[] = [];
  const ask = (who: string, name: string) =>
    turn(who, () => {
      for (const until = performance.now() + 5; name === "long" && performance.now() < until;);
      finished.push(name);
      if (name === "fails") throw new Error(name);
    });
  const works = [
    ask("ana", "long"),
    ask("ana", "again"),
    ask("ana", "long"),
    ask("bia", "waits"),
    ask("ana", "fails"),
    ask("caio", "last"),
  ];
  expect(
    (await Promise.allSettled(works)).filter(({ status }) => status === "rejected"),
  ).toHaveLength(1);
  expect(finished).toEqual(["long", "again", "long", "waits", "fails", "last"]);
});
