// A page text in its parts. Operators write it as one piece, each part under a heading; pages fold, search and list the parts. Pure.

import { fold } from './match'

export interface Section {
  /** "part-1": identical in all languages, so that links survive a language change. */
  readonly id: string
  /** Plain text. */
  readonly heading: string
  /** Sanitised HTML, like the source text. */
  readonly html: string
}

export interface Sections {
  /** Text before the first heading. */
  readonly opening: string
  readonly sections: readonly Section[]
}

const HEADING = /<h2>([\s\S]*?)<\/h2>/

export function sectionsOf(html: string): Sections {
  const [opening = '', ...rest] = html.split(HEADING)
  const sections: Section[] = []
  for (let at = 0; at + 1 < rest.length; at += 2) {
    sections.push({ id: `part-${at / 2 + 1}`, heading: plainText(rest[at] ?? ''), html: rest[at + 1] ?? '' })
  }
  return { opening, sections }
}

/** Sections containing every word of `search` in heading or text; all sections for an empty search. */
export function findSections(sections: readonly Section[], search: string): readonly Section[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return sections
  return sections.filter(({ heading, html }) => {
    const text = fold(`${heading} ${plainText(html)}`)
    return words.every((word) => text.includes(word))
  })
}

export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
