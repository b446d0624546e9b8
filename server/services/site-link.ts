// Links in mails, prefixed with SITE_URL.

import { reportFailure } from './outbox'

/** Null without SITE_URL; the failure is reported to the operator. */
export async function siteLink(
  env: Pick<Env, 'DB' | 'SITE_URL'>,
  { path, ...query }: { readonly path: string; readonly token: string; readonly lang?: string },
  now: number,
): Promise<string | null> {
  if (env.SITE_URL && URL.canParse(env.SITE_URL))
    return new URL(`${path}?${new URLSearchParams(query).toString()}`, env.SITE_URL).href
  await reportFailure(env, 'mail', 'SITE_URL must be set: links in mails begin with it', now)
  return null
}
