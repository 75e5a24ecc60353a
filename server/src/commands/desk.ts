import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { rulesOf } from '../config/mode.ts';
import type { AppConfig } from '../config/config.ts';
import { type DeskArguments, type Member, readArguments, type Signing, UsageError } from './desk/arguments.ts';
import type { AskSecret } from './desk/ask-secret.ts';
import {
  type DeskResponse,
  type Refused,
  type Answered,
  postCommand,
  postEnrolment,
  postEnrolmentEnd,
  postPassword,
  postSignIn,
  postSignOut,
} from './desk/client.ts';
import { addFirst } from './desk/first-staff.ts';
import { helpOf, helpOfCommand } from './desk/help.ts';
import { NoAnswer } from './desk/no-answer.ts';
import { openSessionFile, type StoredSession } from './desk/session-file.ts';
import { shown, tableOf } from './desk/table.view.ts';
import { wordsOf } from './desk/words.ts';
import { stagingWords } from '../platform/text/staging-words.ts';
import { deskCommands } from '../compose/desk-commands.ts';
import type { DeskCommand } from '../features/desk/public.ts';
import { readInstance } from '../platform/instance.ts';
import type { Keys } from '../platform/secrets/keys.ts';

export type DeskOptions = {
  readonly argv: readonly string[];
  readonly config: AppConfig;
  /** Only for the first staff, which need no server. */
  readonly readKeys: () => Keys;
  /** Where the sessions of this account are kept. */
  readonly sessionFile: string;
  readonly askSecret: AskSecret;
  readonly now: () => number;
  readonly width: number;
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

const EXIT = { done: 0, refused: 1, usage: 2 } as const;

/** The settings lack the address of the desk; the message says what to do. */
class NoServer extends Error {}

/** `npm run desk`: gives commands to the desk of a running server. Answers the exit code. */
export async function runDesk(options: DeskOptions): Promise<number> {
  const { argv, complain } = options;
  try {
    return await carryOut(readArguments(argv, deskCommands), options);
  } catch (error) {
    if (error instanceof UsageError) {
      const help = error.command === undefined ? '' : ` ${error.command} --help`;
      complain(`${error.message} See: npm run desk --${help}`);
      return EXIT.usage;
    }
    if (!(error instanceof NoServer) && !(error instanceof NoAnswer)) throw error;
    complain(error.message);
    return EXIT.refused;
  }
}

async function carryOut(typed: DeskArguments, options: DeskOptions): Promise<number> {
  const { say } = options;
  if (typed.kind === 'help') {
    say(typed.command ? helpOfCommand(typed.command) : helpOf(deskCommands));
    return EXIT.done;
  }
  if (typed.kind === 'sign-in') return signIn(typed, options);
  if (typed.kind === 'set-password') return setPassword(typed, options);
  if (typed.kind === 'first-staff') return firstStaff(typed, options);
  const session = sessionOf(typed.as, options);
  if (!session) return refuse({ error: 'not_signed_in' }, options, typed);
  if (typed.kind === 'sign-out') return signOut(session, options);
  const { command, input, reason, isJson, file, out } = typed;
  const sent = file === undefined ? undefined : await fileAt(file, command.takesFile?.maximum ?? 0);
  if (sent === 'too large') return refuse({ error: 'file_too_large', field: 'file' }, options, typed);
  const answer = await postCommand(session, command.name, { input, ...(reason !== undefined && { reason }) }, sent);
  if (!answer.ok) return refuse(answer, options, typed);
  warnOfStaging(answer, options);
  if (out !== undefined) return saveAnswer(answer.value, out, options);
  for (const line of linesOf(answer.value, isJson, options.width)) say(line);
  return EXIT.done;
}

/** Saves the file of an answer. A file that exists is left as it is. */
async function saveAnswer({ rows, done }: DeskResponse, out: string, { say, complain }: DeskOptions): Promise<number> {
  const content = rows[0]?.['content'];
  if (typeof content !== 'string') {
    complain('The answer has no file.');
    return EXIT.refused;
  }
  try {
    await writeFile(out, Buffer.from(content, 'base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const isThere = (error as { readonly code?: string }).code === 'EEXIST';
    complain(isThere ? `${out} exists. Nothing was written.` : `${out} can't be written.`);
    return EXIT.refused;
  }
  say([`Saved ${out}.`, ...(done ? [done.words] : [])].join(' '));
  return EXIT.done;
}

/** Says on standard error where an answer is of staging, so that the table or the JSON stays as it is. */
function warnOfStaging({ isStaging }: Answered<unknown>, { complain }: DeskOptions): void {
  if (isStaging) complain(stagingWords(DEFAULT_LANGUAGE).page);
}

/** A file to send. One that the server would refuse is not read. */
async function fileAt(name: string, maximum: number): Promise<Buffer | 'too large'> {
  try {
    return (await stat(name)).size > maximum ? 'too large' : await readFile(name);
  } catch {
    throw new UsageError(`--file names no file that can be read: ${name}.`);
  }
}

async function signIn({ tenant, name, server: asked }: Signing, options: DeskOptions): Promise<number> {
  const server = serverOf(asked, options);
  const password = await options.askSecret(`Password of ${name}: `);
  const member = { tenant, name, password };
  const answer = await withCode(options, (code) => postSignIn(server, { ...member, ...code }));
  if (!answer.ok) return refuse(answer, options);
  warnOfStaging(answer, options);
  const { token, endsAt, role } = answer.value;
  sessionsOf(options).add({ server, tenant, name: answer.value.name, token, endsAt });
  options.say(`Signed in as ${answer.value.name} (${role}) of tenant ${tenant}.`);
  return EXIT.done;
}

async function setPassword({ tenant, name, server: asked }: Signing, options: DeskOptions): Promise<number> {
  const server = serverOf(asked, options);
  const proof = await options.askSecret(`Set-up code or present password of ${name}: `);
  const newPassword = await options.askSecret('New password: ');
  if ((await options.askSecret('The same again: ')) !== newPassword) {
    options.complain('The two passwords differ. Nothing was changed.');
    return EXIT.refused;
  }
  const member = { tenant, name, proof, newPassword };
  const answer = await withCode(options, (code) => postPassword(server, { ...member, ...code }));
  if (!answer.ok && answer.error === 'second_factor_missing') return enrol(server, member, options);
  if (!answer.ok) return refuse(answer, options);
  options.say('Your password is set. Sign in with it.');
  return EXIT.done;
}

/** Asks for a code of the authenticator app where the server wants one. Passkeys work only in pages. */
async function withCode<T>(
  { askSecret }: DeskOptions,
  ask: (code: { readonly code?: string }) => Promise<Answered<T>>,
): Promise<Answered<T>> {
  const answer = await ask({});
  const isAsked = !answer.ok && answer.error === 'second_factor_needed' && answer.factors?.includes('totp') === true;
  return isAsked ? ask({ code: await askSecret('Code of your authenticator app: ') }) : answer;
}

type NewPassword = Member & { readonly proof: string; readonly newPassword: string };

/** Sets the password together with an authenticator app, where the server demands a second factor. */
async function enrol(server: string, { newPassword, ...member }: NewPassword, options: DeskOptions): Promise<number> {
  const begun = await postEnrolment(server, member);
  if (!begun.ok) return refuse(begun, options);
  const { enrolment, totp } = begun.value;
  options.say(`Add this key to your authenticator app: ${totp.secret}`);
  options.say(`Or open this address on your phone: ${totp.uri}`);
  const code = await options.askSecret('The code that it shows now: ');
  const ended = await postEnrolmentEnd(server, { enrolment, newPassword, code });
  if (!ended.ok) return refuse(ended, options);
  options.say('Your password and your authenticator app are set. Sign in with both.');
  return EXIT.done;
}

async function firstStaff(member: Member & { readonly fullName: string }, options: DeskOptions): Promise<number> {
  const outcome = await addFirst(member, options);
  if (!outcome.ok) {
    if (outcome.error === 'nothing_to_do') {
      options.complain('The programme has two managers or more: further staff are added at the desk, by add-staff.');
      return EXIT.refused;
    }
    return refuse(outcome, options);
  }
  options.say(`Set-up code of ${member.name}, good until ${outcome.endsAt}: ${outcome.code}`);
  options.say(`npm run desk -- set-password --tenant ${member.tenant} --name ${member.name}`);
  return EXIT.done;
}

async function signOut(session: Used, options: DeskOptions): Promise<number> {
  const answer = await postSignOut(session.server, session.token);
  // A session that has ended already needs no sign-out, and its token is of no more use.
  if (session.stored) sessionsOf(options).remove(session.stored);
  if (!answer.ok && answer.error !== 'not_signed_in') return refuse(answer, options);
  options.say('Signed out.');
  return EXIT.done;
}

type Used = { readonly server: string; readonly token: string; readonly stored?: StoredSession };

function sessionOf(name: string | undefined, options: DeskOptions): Used | undefined {
  const { token } = options.config.deskClient;
  if (token !== undefined) return { server: serverOf(undefined, options), token };
  const stored = sessionsOf(options).find(name);
  return stored && { server: stored.server, token: stored.token, stored };
}

function sessionsOf({ sessionFile, now }: DeskOptions) {
  return openSessionFile(sessionFile, now);
}

/** Server of the option, else of the settings, else the one that runs on the data folder. */
function serverOf(asked: string | undefined, { config }: Pick<DeskOptions, 'config'>): string {
  const { mode, desk } = config;
  // In production the desk is only at its own host.
  const own = !rulesOf(mode).isOpen && desk.host !== undefined ? `https://${desk.host}` : undefined;
  const named = asked ?? config.deskClient.server ?? own;
  if (named !== undefined) return checkedServer(named);
  const running = readInstance(config.dataFolder);
  if (running) return running.baseUrl;
  throw new NoServer(`No server runs on ${config.dataFolder}: start it with npm start, or name one with --server URL.`);
}

/** A password and a token cross no network in the clear. */
function checkedServer(server: string): string {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  const isHere = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return url.origin;
  throw new NoServer(`${server}: must be an https address, or http on this machine.`);
}

function linesOf(answer: DeskResponse, isJson: boolean, width: number): string[] {
  if (isJson) return [JSON.stringify(answer, null, 2)];
  const { rows, hasMore, request, shownOnce, done } = answer;
  if (request)
    return [`Request ${request.id} waits for the approval of another member of staff until ${request.expiresAt}.`];
  const { words, reference, next } = done ?? {};
  return [
    ...[words, reference === undefined ? undefined : `Number to read out: ${reference}`, next]
      .filter((line) => line !== undefined)
      .map(shown),
    tableOf(rows, width),
    ...(hasMore ? ['There are more. Ask for the next page with --page 2 and so on, or for something narrower.'] : []),
    ...(shownOnce
      ? [`Shown only now and not kept: ${shownOnce.join(', ')}. Copy it before you close this window.`]
      : []),
  ];
}

type Typed = { readonly command?: DeskCommand; readonly isJson?: boolean };

/** Says a refusal in words; as JSON also by the name that programs know it by. */
function refuse(refusal: Refused, { complain }: DeskOptions, { command, isJson = false }: Typed = {}): number {
  const words = wordsOf(refusal, command);
  const { error, field, requestId } = refusal;
  complain(isJson ? JSON.stringify({ error, field, requestId, words }) : words);
  return EXIT.refused;
}
