import { giveNow } from './programs.ts';

/** Networks that reach each other and nothing else: one for each name, with a loopback. */
export class Networks {
  readonly ids: string[] = [];

  add(name: string): string {
    const id = `wattle-${process.pid}-${name}`;
    giveNow('ip', 'netns', 'add', id);
    this.ids.push(id);
    giveNow('ip', '-n', id, 'link', 'set', 'lo', 'up');
    return id;
  }

  /** A cable between two of them, with an address at each end. */
  join(cable: string, ...ends: readonly [readonly [string, string], readonly [string, string]]): void {
    const [[from, fromAddress], [to, toAddress]] = ends;
    giveNow('ip', '-n', from, 'link', 'add', cable, 'type', 'veth', 'peer', 'name', cable, 'netns', to);
    for (const [id, address] of [[from, fromAddress] as const, [to, toAddress] as const]) {
      giveNow('ip', '-n', id, 'address', 'add', `${address}/24`, 'dev', cable);
      giveNow('ip', '-n', id, 'link', 'set', cable, 'up');
    }
  }

  remove(): void {
    for (const id of this.ids) giveNow('ip', 'netns', 'delete', id);
  }
}

/** How a program of this machine is given in one of them. */
export const inNetwork = (id: string): readonly string[] => ['nsenter', `--net=/run/netns/${id}`];
