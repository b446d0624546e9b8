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
  // Remove word joiners, which are useless in a tab title and would be copied.
  return [{ title: data ? `${data.title.replace(/[\u200b\u2060]/g, '')} · ${name}` : name }]
}

const hasSite = (data: unknown): data is { site: { name: string } } =>
  typeof data === 'object' && data !== null && 'site' in data
