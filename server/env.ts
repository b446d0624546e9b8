// The Worker's configuration, judged once: outside development a weak secret stops every request.

const SECRET_LENGTH_MIN = 32
/** The value in .dev.vars.example: everybody knows it. */
const EXAMPLE_SECRET = 'replace-me-with-at-least-32-random-characters'

/** The log names the variable; a stranger learns only that the site is not set up. */
export class MisconfiguredError extends Error {}

/** Throws, naming the variable, when a secret is missing or weak and this is not development. */
export function requireSecrets(env: Pick<Env, 'ENVIRONMENT' | 'SESSION_SECRET'>): void {
  if (env.ENVIRONMENT === 'development') return
  // The binding may be absent however it is typed: nobody has checked the deployment before this line.
  const secret: string | undefined = env.SESSION_SECRET
  if (!secret) throw new MisconfiguredError('SESSION_SECRET is not set')
  if (secret === EXAMPLE_SECRET) throw new MisconfiguredError('SESSION_SECRET is the example value')
  if (secret.length < SECRET_LENGTH_MIN)
    throw new MisconfiguredError(`SESSION_SECRET is shorter than ${SECRET_LENGTH_MIN} characters`)
}
