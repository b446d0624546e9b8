// Wakes the Log after news, without waiting. A lost wake costs time only: the next pass reads the same numbers.

import type { LogRpc } from '../protocol/log'

export function wakeLog(env: Pick<Env, 'Log' | 'LOG_KEY'>): void {
  if (!env.LOG_KEY) return
  const log: LogRpc = env.Log.get(env.Log.idFromName('main'))
  log.wake().catch((failure: unknown) => console.error('the log was not woken:', failure))
}
