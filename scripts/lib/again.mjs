// The runtime closes connections idle for five seconds, at times just as a request starts; browsers resend such a request.

const RETRIES_MAX = 2

/**
 * Retries closed connections only; the caller must see every other failure.
 * @template Answer
 * @param {() => Promise<Answer>} send
 * @returns {Promise<Answer>}
 */
export async function again(send, left = RETRIES_MAX) {
  try {
    return await send()
  } catch (failure) {
    const { code = '' } = failure.cause ?? {}
    if (left === 0 || !/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code)) throw failure
    return again(send, left - 1)
  }
}
