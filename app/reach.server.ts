// What a page shows beside its main matter must not take the page down with it when its room cannot be reached.

/** A page is worth more than a part of it that is this late. */
const PATIENCE_MS = 3_000

/** What `ask` answers, or `otherwise` when it fails or takes too long; the failure is reported, for the operator. */
export async function reachOr<Value>(ask: Promise<Value>, otherwise: Value): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)
  })
  try {
    return await Promise.race([ask, late])
  } catch (failure) {
    console.error('a part of the page could not be reached', failure)
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}
