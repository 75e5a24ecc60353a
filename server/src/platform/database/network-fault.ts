/** Error codes of sockets and name resolution: the other side is unreachable, or the connection was lost. */
const SOCKET_CODES: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOBUFS',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'EPROTO',
  'ESHUTDOWN',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** System calls before a connection. Whatever their error, nothing was sent. */
const CONNECTING = /^(connect|getaddrinfo|getnameinfo|query[A-Z]\w*)$/;
const NOT_CONNECTED_CODES: ReadonlySet<string> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ECONNREFUSED', 'ENOTFOUND']);

type SystemError = Error & { readonly code?: unknown; readonly syscall?: unknown; readonly cause?: unknown };

/**
 * Whether an error means that another host is unreachable or disconnected, so that a retry may succeed. Recognised by
 * system call or code. `fetch` wraps it, and a name with several addresses fails with one error for each.
 */
export function isNetworkFault(error: unknown): boolean {
  return everyPart(error, ({ code, syscall }) => isConnecting(syscall) || SOCKET_CODES.has(String(code)));
}

/** A network fault before there was a connection: nothing was sent. */
export function isNotConnected(error: unknown): boolean {
  return everyPart(error, ({ code, syscall }) => isConnecting(syscall) || NOT_CONNECTED_CODES.has(String(code)));
}

function isConnecting(syscall: unknown): boolean {
  return typeof syscall === 'string' && CONNECTING.test(syscall);
}

function everyPart(error: unknown, test: (part: SystemError) => boolean): boolean {
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every((part) => everyPart(part, test));
  }
  if (!(error instanceof Error)) return false;
  // Errors of the database driver have codes of another kind.
  if ('severity' in error) return false;
  const part: SystemError = error;
  return test(part) || (part.code === undefined && part.cause !== undefined && everyPart(part.cause, test));
}
