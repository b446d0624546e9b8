// The runtime closes connections idle for five seconds, at times just as a request starts; browsers resend such a request.

const RETRIES_MAX = 2

/** Retries closed connections only; the test must see every other failure. */
export async function again<Answer>(send: () => Promise<Answer>, left = RETRIES_MAX): Promise<Answer> {
  try {
    return await send()
  } catch (failure) {
    const { code = '' } = (failure as { cause?: { code?: string } }).cause ?? {}
    if (left === 0 || !/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code)) throw failure
    return again(send, left - 1)
  }
}
