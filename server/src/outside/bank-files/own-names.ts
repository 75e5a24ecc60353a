import { type BankNames, literal, nameByForm, namesByForm, type OwnName } from '../../config/bank-names.ts';
import { FILE_NAME, type FileExchange } from '../files/port.ts';

/** Name in an exchange for a name of ours, and back. A name that is in no setting stays as it is. */
type Naming = { toTheirs(ours: string): string; toOurs(theirs: string): string };

/** Files of the bank: `DERET7.txt` is `1-DERET7.txt.returns` here, so each name of ours leads back to one of theirs. */
function incomingNaming(names: readonly OwnName[]): Naming {
  const known = names.map(({ programme, kind, form }) => ({
    before: `${programme}-`,
    behind: `.${kind}`,
    matches: new RegExp(`^${form.split('*').map(literal).join('[\\w.-]*')}$`),
  }));
  return {
    toOurs(theirs) {
      const found = known.find(({ matches }) => matches.test(theirs));
      const ours = found && found.before + theirs + found.behind;
      return ours !== undefined && FILE_NAME.test(ours) ? ours : theirs;
    },
    toTheirs(ours) {
      for (const { before, behind, matches } of known) {
        const theirs = ours.slice(before.length, -behind.length);
        if (ours.startsWith(before) && ours.endsWith(behind) && matches.test(theirs)) return theirs;
      }
      return ours;
    },
  };
}

/** `1-de-20261124-1.aba`. */
const OURS = /^(\d+)-(de|dd|bpay)-20(\d{6})-(\d+)\.(?:aba|bpb)$/;

/** Files for the bank: `1-de-20261124-1.aba` is `DE26112401.txt` there. */
function outgoingNaming(names: readonly OwnName[]): Naming {
  const known = names.map(({ programme, kind, form }) => ({
    programme: String(programme),
    kind,
    form,
    matches: namesByForm(form),
  }));
  return {
    toTheirs(ours) {
      const [, programme, kind, day = '', number = ''] = OURS.exec(ours) ?? [];
      const found = known.find((one) => one.programme === programme && one.kind === kind);
      return found ? nameByForm(found.form, day, number) : ours;
    },
    toOurs(theirs) {
      for (const { programme, kind, matches } of known) {
        const { day, number } = matches.exec(theirs)?.groups ?? {};
        if (day !== undefined && number !== undefined)
          return `${programme}-${kind}-20${day}-${Number(number)}.${kind === 'bpay' ? 'bpb' : 'aba'}`;
      }
      return theirs;
    },
  };
}

/** An exchange whose files have names of the bank there, and names of ours here. */
function named(exchange: FileExchange, { toTheirs, toOurs }: Naming): FileExchange {
  return {
    put: (name, bytes) => exchange.put(toTheirs(name), bytes),
    read: (name) => exchange.read(toTheirs(name)),
    async list() {
      const there = await exchange.list();
      if (there.kind !== 'done') return there;
      return { kind: 'done', value: there.value.map((file) => ({ ...file, name: toOurs(file.name) })) };
    },
  };
}

/** Both folders of the bank under names of ours, and our name of a file that the bank names. */
export function withOwnNames(
  { outgoing, incoming }: Readonly<Record<'outgoing' | 'incoming', FileExchange>>,
  names: BankNames,
) {
  const out = outgoingNaming(names.outgoing);
  return {
    outgoing: named(outgoing, out),
    incoming: named(incoming, incomingNaming(names.incoming)),
    ourName: out.toOurs,
  };
}
