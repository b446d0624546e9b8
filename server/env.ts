// Worker configuration, checked at every request: outside development, a weak secret or a setting that is unsafe with
// real money stops the Worker.

const SECRET_LENGTH_MIN = 32
/** The value in .dev.vars.example, which is public. */
const EXAMPLE_SECRET = 'replace-me-with-at-least-32-random-characters'

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
  requireSecret(env)
  if (env.ENVIRONMENT === 'test') return
  // A cheaper hash makes stolen password hashes easier to guess.
  if (env.PASSWORD_COST) throw new MisconfiguredError('PASSWORD_COST is set')
  // Simulated prices can be predicted by anyone who knows the installation's seed.
  if (env.QUOTES_SOURCE.split(',').some((name) => name.trim() === 'simulator'))
    throw new MisconfiguredError('QUOTES_SOURCE is "simulator"')
  // Play money must not become withdrawable.
  if (env.DEMO_MODE === 'on' && env.CHAIN_SOURCE === 'rpc')
    throw new MisconfiguredError('DEMO_MODE is "on" while CHAIN_SOURCE is "rpc"')
  // Embedded providers report payments without real payment.
  if (env.CARD_SOURCE === 'embedded') throw new MisconfiguredError('CARD_SOURCE is "embedded"')
  if (env.RAMP_SOURCE === 'embedded') throw new MisconfiguredError('RAMP_SOURCE is "embedded"')
}

function requireSecret(env: Pick<Env, 'SESSION_SECRET'>): void {
  // Typed as required, but a deployment may lack the binding: nothing validated it before this line.
  const secret: string | undefined = env.SESSION_SECRET
  if (!secret) throw new MisconfiguredError('SESSION_SECRET is not set')
  if (secret === EXAMPLE_SECRET) throw new MisconfiguredError('SESSION_SECRET is the example value')
  if (secret.length < SECRET_LENGTH_MIN)
    throw new MisconfiguredError(`SESSION_SECRET is shorter than ${SECRET_LENGTH_MIN} characters`)
}
