// Worker configuration, checked at every request: outside development, a weak secret or a setting that is unsafe with
// real money stops the Worker.

import { unsafeSettings, weakSecret } from './domain/operating/setup'

/** Configuration error: the log names the variable; clients see only "not set up". */
export class MisconfiguredError extends Error {}

type Configuration = Pick<
  Env,
  | 'ENVIRONMENT'
  | 'SESSION_SECRET'
  | 'PASSWORD_COST'
  | 'QUOTES_SOURCE'
  | 'DEMO_MODE'
  | 'CHAIN_SOURCE'
  | 'CARD_SOURCE'
  | 'RAMP_SOURCE'
>

/**
 * Throws MisconfiguredError naming the variable when, outside development, a secret is weak or a simulated source could
 * be mistaken for a real one.
 */
export function requireConfiguration(env: Configuration): void {
  if (env.ENVIRONMENT === 'development') return
  const fault = weakSecret(env.SESSION_SECRET) ?? (env.ENVIRONMENT === 'test' ? undefined : unsafeSettings(env)[0])
  if (fault) throw new MisconfiguredError(fault)
}
