// The runtime closes a connection that was idle for five seconds, at times just as a request goes out on it: browsers send that one again.

const RETRIES_MAX = 2

/** Anything else than a closed connection is an answer that the test has to see. */
export async function again<Answer>(send: () => Promise<Answer>, left = RETRIES_MAX): Promise<Answer> {
  try {
    return await send()
  } catch (failure) {
    const { code = '' } = (failure as { cause?: { code?: string } }).cause ?? {}
    if (left === 0 || !/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code)) throw failure
    return again(send, left - 1)
  }
}
