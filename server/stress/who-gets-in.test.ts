import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../test-support/app.ts';
import { dice, oneOf } from '../test-support/dice.ts';
import { inFull, seedOr } from '../test-support/sampled.ts';
import { type Action, LAST_TRIES, OWNER_ACTIONS, RECOVERIES, SIGN_INS, THIEF_ACTIONS } from './access-model/actions.ts';
import { type Actor, callsOf } from './access-model/actor.ts';
import { begin } from './access-model/begin.ts';
import { HOUR, MINUTE, openWorld, THEFTS, type World } from './access-model/world.ts';

/** 1,000 by `npm run soak -- --only ways-in`. */
const HISTORIES = Number(process.env['WATTLE_WAYS_IN_HISTORIES'] ?? inFull(60, 8));
const SEED = seedOr(20_261_125);

const NO_RATES = Object.fromEntries(
  ['SIGN_IN_RATE', 'SIGN_UP_QUESTIONS', 'ADDRESS_RATE', 'ADDRESS_DAY_RATE'].map((name) => [
    `WATTLE_${name}`,
    '1000000',
  ]),
);

let test: TestApp;
beforeAll(async () => {
  test = await givenApp(NO_RATES);
});
afterAll(() => test.close());

/** Sessions expire after some idle minutes, so most steps follow immediately. */
const PAUSES = [0, 0, 0, 0, MINUTE, 20 * MINUTE, 4 * HOUR] as const;

async function act(world: World, actor: Actor, action: Action): Promise<string> {
  await world.forgive();
  const word = await action.run(world, actor);
  await world.deliver();
  world.log.push(`${actor.name}: ${action.name}: ${word}`);
  return word;
}

async function actAtRandom(world: World, actor: Actor, actions: readonly Action[]): Promise<void> {
  const able = actions.filter((each) => each.can(world, actor));
  const waysIn = able.filter((each) => SIGN_INS.includes(each));
  if (actor.sessions.length === 0 && waysIn.length > 0 && world.roll(3) > 0)
    await act(world, actor, world.oneOf(waysIn));
  else if (able.length > 0) await act(world, actor, world.oneOf(able));
}

/** All remaining access of the thief, by name. */
async function waysInOf(world: World): Promise<string[]> {
  const { thief, brand } = world;
  const { isLive, token } = callsOf(thief, brand);
  const ways: string[] = [];
  for (const session of thief.sessions.slice()) if (await isLive(session)) ways.push('a session');
  for (const userName of thief.names)
    for (const password of thief.passwords) {
      await world.forgive();
      if ((await token({ grant_type: 'password', userName, password })).status === 200)
        ways.push(`password of ${userName}`);
    }
  for (const action of LAST_TRIES) {
    if (!action.can(world, thief)) continue;
    const count = thief.sessions.length;
    const word = await act(world, thief, action);
    if (word === 'ok' || thief.sessions.length > count) ways.push(action.name);
  }
  return ways;
}

/** The owner uses an undo or a reset; false if none worked. */
async function recover(world: World): Promise<boolean> {
  const tries = RECOVERIES.map((action) => [world.roll(1_000), action] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, action]) => action);
  for (const action of tries) {
    if (!action.can(world, world.owner)) continue;
    if ((await act(world, world.owner, action)) === 'ok') return true;
  }
  return false;
}

/** Plays one history. Returns how the owner recovered, and the remaining access of the thief. */
async function play(seed: number) {
  const roll = dice(seed);
  // A thief with the password can change the most, so every second history has one.
  const theft = seed % 2 === 0 ? 'password' : oneOf(roll, THEFTS);
  const world = await openWorld(test, roll, theft);
  await begin(world, theft);
  for (let step = 0, steps = 4 + roll(8); step < steps; step += 1) {
    await world.wait(world.oneOf(PAUSES));
    const isThief = roll(4) !== 0;
    await actAtRandom(world, isThief ? world.thief : world.owner, isThief ? THIEF_ACTIONS : OWNER_ACTIONS);
  }
  if (!(await recover(world))) return { theft, by: 'nothing', holes: [], log: world.log };
  const by = world.log.at(-1) ?? '';
  const before = await world.balance();
  for (let step = 0, steps = 2 + roll(6); step < steps; step += 1) {
    await world.wait(world.oneOf(PAUSES));
    await actAtRandom(world, world.thief, THIEF_ACTIONS);
  }
  const holes = await waysInOf(world);
  for (let day = 0; day < 8; day += 1) await world.wait(24 * HOUR);
  // An uncorrected contact of the thief is old enough by now.
  if (holes.length === 0) holes.push(...(await waysInOf(world)).map((way) => `a week later: ${way}`));
  const moved = before - (await world.balance());
  if (moved > 0n) holes.push(`${moved} cents moved`);
  return { theft, by, holes, log: world.log };
}

it(`an attacker with stolen credentials is signed out once the owner uses an undo link or a reset (seed ${SEED})`, {
  timeout: 60_000 + HISTORIES * 2_000,
}, async () => {
  const recovered = new Map<string, number>();
  for (let history = 0; history < HISTORIES; history += 1) {
    const seed = SEED + history;
    const { by, holes, log, theft } = await play(seed);
    recovered.set(by, (recovered.get(by) ?? 0) + 1);
    expect(holes, `WATTLE_SEED=${seed} WATTLE_WAYS_IN_HISTORIES=1, the thief had: ${theft}\n${log.join('\n')}`).toEqual(
      [],
    );
  }
  // A model without recoveries would prove nothing.
  if (HISTORIES >= 30)
    for (const action of new Set(RECOVERIES)) expect([...recovered.keys()].join('; ')).toContain(action.name);
});
