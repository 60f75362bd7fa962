/** A server has not answered with ranges that can be used. */
export class ServerError extends Error {}

/** A server has answered with a status other than 200. */
export class RefusedError extends ServerError {
  constructor(status, body, retryAfterMillis) {
    super(`it answers with status ${status}: ${quote(body).trim()}`);
    this.status = status;
    this.retryAfterMillis = retryAfterMillis;
  }
}

export class UidUnavailableError extends Error {
  get name() {
    return 'UidUnavailableError';
  }
}

/** The beginning of what a server says, for one line of a message. */
export function quote(text, longest = 300) {
  const printable = text.slice(0, longest).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');
  return text.length <= longest ? printable : `${printable}...`;
}
