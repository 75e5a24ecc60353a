import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import type { AnyOperation } from '@wattle/contract/operation.ts';
import { asksForProof } from '@wattle/contract/proof.ts';
import type { Rule, Tree } from './tree.ts';

/** Calls and routes of the program, imported rather than read as text, so that they cannot be misread. */
export type Wire = {
  /** Every operation that the contract declares. */
  readonly operations: readonly Pick<
    AnyOperation,
    'name' | 'path' | 'errors' | 'method' | 'auth' | 'proof' | 'money'
  >[];
  /** Name of the operation of every route that the server carries, one for each binding. */
  readonly bound: readonly string[];
  readonly codes: Readonly<Record<string, { readonly code: string }>>;
  /** Codes with which each operation refuses others than the owner, as `server/src/tests/ownership.test.ts` proves. */
  readonly refusedToOthers: Readonly<Record<string, readonly string[]>>;
};

export function everyOperationIsBoundOnce(wire: Wire): Rule {
  return {
    name: 'every operation of the contract is bound once',
    find: () => [
      ...duplicates(wire.operations.map((operation) => operation.name)).map((name) => `${name}: declared twice`),
      ...wire.operations.flatMap(({ name }) => {
        const times = wire.bound.filter((bound) => bound === name).length;
        return times === 1 ? [] : [`${name}: bound ${times} times`];
      }),
      ...wire.bound
        .filter((name) => !wire.operations.some((operation) => operation.name === name))
        .map((name) => `${name}: bound and not in the contract`),
    ],
  };
}

function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** A text, and the same without quoted words: operations are called `clear` and `token`, as are words of a title. */
type Source = { readonly text: string; readonly code: string };

const sourceOf = (text: string): Source => ({ text, code: text.replaceAll(/'[^'\n]*'|"[^"\n]*"/g, '') });

/** A file of tests, and the pieces of it that start at its left edge: one test or describe each, one helper each. */
type TestFile = { readonly whole: Source; readonly pieces: readonly Source[] };

function serverTests(tree: Tree): TestFile[] {
  return tree.paths
    .filter((path) => /^(server\/.*\.test\.ts|e2e\/.*\.spec\.ts)$/.test(path))
    .map((path) => ({
      whole: sourceOf(tree.text(path)),
      pieces: tree
        .text(path)
        .split(/\n(?=[a-z@])/)
        .map(sourceOf),
    }));
}

/** The pieces of a file that make the call, directly or through a helper in the same file. */
function piecesCalling({ whole, pieces }: TestFile, isCall: (source: Source) => boolean): string[] {
  if (!isCall(whole)) return [];
  const calling = new Set(pieces.filter(isCall).map(({ text }) => text));
  for (let before = -1; before !== calling.size; ) {
    before = calling.size;
    const helpers = [...calling].flatMap((piece) => HELPER.exec(piece)?.slice(1).find(Boolean) ?? []);
    if (helpers.length === 0) break;
    const used = new RegExp(String.raw`\b(${helpers.join('|')})\(`);
    for (const { text } of pieces) if (used.test(text)) calling.add(text);
  }
  return [...calling];
}

const HELPER = /^(?:export )?(?:(?:async )?function (\w+)|(?:const|let) (\w+) =)/;

type Called = { readonly name: string; readonly path: string };

/** True if a test writes the path of the call, with anything in place of a parameter, or passes the operation on. */
function callOf({ name, path }: Called): (source: Source) => boolean {
  const pattern = path
    .split(/\{[^}]+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`(?:[^/'"\`\s]+|\$\{[^}]+\})`);
  const asPath = new RegExp(String.raw`['"\`/](?:api/|network/)?${pattern}(?=['"\`?$])`, 'i');
  const asName = new RegExp(String.raw`\b${name}\b(?!\()`);
  return ({ text, code }) => (code.includes(name) && asName.test(code)) || asPath.test(text);
}

export function everyOperationIsCalled(wire: Wire): Rule {
  return {
    name: 'every operation of the contract is called by a test',
    find: (tree) => {
      const tests = serverTests(tree);
      return wire.operations
        .filter((operation) => {
          const isCall = callOf(operation);
          return !tests.some(({ whole }) => isCall(whole));
        })
        .map((operation) => `${operation.method} ${operation.path} (${operation.name}): no test calls it`);
    },
  };
}

export function everyErrorIsProvoked(wire: Wire): Rule {
  return {
    name: 'every error that an operation declares is provoked by a test of it',
    find: (tree) => {
      const tests = serverTests(tree);
      return wire.operations.flatMap((operation) => {
        const isCall = callOf(operation);
        const own = tests.flatMap((file) => piecesCalling(file, isCall));
        // Each declaration says whether a call needs a proof, so one test covers all calls.
        const errors = operation.errors.filter((error) => error !== 'proof_needed' || !asksForProof(operation.proof));
        return errors.flatMap((error) => {
          const code = wire.codes[error]?.code ?? '?';
          const provoked =
            wire.refusedToOthers[operation.name]?.includes(code) ||
            own.some((piece) => piece.includes(`'${code}'`) || piece.includes(`'${error}'`));
          return provoked ? [] : [`${operation.name}: nothing provokes ${error} (${code})`];
        });
      });
    },
  };
}

export function everyErrorHasTexts(wire: Wire): Rule {
  return {
    name: 'every error code has a text in both languages',
    find: (tree) =>
      LANGUAGES.map((language) => `texts/${language}/errors.json`).flatMap((path) => {
        const texts = tree.paths.includes(path) ? (JSON.parse(tree.text(path)) as Record<string, string>) : {};
        const codes = new Set(Object.values(wire.codes).map(({ code }) => code));
        return [...codes].filter((code) => !texts[code]).map((code) => `${path}: lacks ${code}`);
      }),
  };
}

export function everyProofFitsItsCall(wire: Wire): Rule {
  return {
    name: 'what a call says of its proof fits who makes it and what it answers',
    find: () =>
      wire.operations.flatMap(({ name, auth, money, proof, errors }) => {
        const asks = asksForProof(proof);
        const found: string[] = [];
        if (auth === 'public' && (proof.kind === 'session' || asks)) found.push('public: nobody can prove anything');
        if (auth !== 'public' && proof.kind === 'none') found.push('takes a token: its proof is not "none"');
        if (money && proof.kind === 'none') found.push('moves money without any proof');
        if (errors.includes('proof_needed') !== asks)
          found.push('what it answers and its proof differ about proof_needed');
        return found.map((problem) => `${name}: ${problem}`);
      }),
  };
}
