// Links in mails, which begin with the site's own address.

import { reportFailure } from './outbox'

/** Null where the site does not know its address, which whoever runs it is told. */
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
