import { THIEF_ACTIONS } from './actions.ts';
import { type Actor, callsOf } from './actor.ts';
import { HOUR, OWNERS_PASSWORD, type Theft, type World } from './world.ts';

const actionOf = (name: string) => {
  const action = THIEF_ACTIONS.find((each) => each.name === name);
  if (!action) throw new Error(`${name} is no action`);
  return action;
};

async function must(world: World, actor: Actor, name: string): Promise<void> {
  const word = await actionOf(name).run(world, actor);
  await world.deliver();
  if (word !== 'ok') throw new Error(`${name} answered ${word}`);
}

const signIn = (world: World, actor: Actor) =>
  callsOf(actor, world.brand).token({
    grant_type: 'password',
    userName: world.holder.email,
    password: OWNERS_PASSWORD,
  });

/** Gives the thief their stolen access. */
export async function begin(world: World, theft: Theft): Promise<void> {
  const { owner, thief } = world;
  if (theft === 'password') {
    thief.passwords.add(OWNERS_PASSWORD);
    await signIn(world, thief);
  }
  if (theft === 'passkey' || theft === 'passcode') {
    // In a browser that the owner left open, up to three days ago.
    await signIn(world, thief);
    await must(world, thief, `add a ${theft}`);
    thief.sessions.length = 0;
    await world.wait((1 + world.roll(72)) * HOUR);
  }
  if (theft === 'old mailbox') {
    await signIn(world, owner);
    let word = '';
    while (word !== 'ok') word = await actionOf('change the email').run(world, owner);
    await world.deliver();
    owner.boxes.delete(world.holder.email);
    owner.names.delete(world.holder.email);
    thief.boxes.add(world.holder.email);
    await world.wait((49 + world.roll(40)) * HOUR);
  }
}
