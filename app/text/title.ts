// Document title: page title from the loader, then the site name.

import type { MetaDescriptor } from '@remix-run/cloudflare'

interface TitleArgs {
  /** Loader data of the page; undefined when the loader failed. */
  readonly data: { readonly title: string } | undefined
  readonly matches: readonly { readonly id: string; readonly data: unknown }[]
}

export function pageTitle({ data, matches }: TitleArgs): MetaDescriptor[] {
  const root = matches.find((match) => match.id === 'root')?.data
  const name = hasSite(root) ? root.site.name : 'CM'
  return [{ title: data ? `${withoutJoiners(data.title)} · ${name}` : name }]
}

/** Word joiners break lines well; in a title or a description they would be copied and searched for. */
export const withoutJoiners = (text: string): string => text.replace(/[\u200b\u2060]/g, '')

const hasSite = (data: unknown): data is { site: { name: string } } =>
  typeof data === 'object' && data !== null && 'site' in data
