// Wakes the Log after news, without waiting. A lost wake costs time only: the next pass reads the same numbers.

import { tracedRoom } from '#lib/room-call'
import { logError } from '#lib/log-line'
import type { LogRpc } from '../protocol/log'

export function wakeLog(env: Pick<Env, 'Log' | 'LOG_KEY'>): void {
  if (!env.LOG_KEY) return
  const log: LogRpc = tracedRoom(env.Log.get(env.Log.idFromName('main')), 'log')
  log.wake().catch((failure: unknown) => logError('the log was not woken:', failure))
}
