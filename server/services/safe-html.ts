// Sanitiser for operator HTML: structure, emphasis, links; no scripts or styles. Server only; pages and API get its
// output.

import sanitizeHtml from 'sanitize-html'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  // Forbidden tags are escaped to visible text, so that no content silently disappears.
  disallowedTagsMode: 'escape',
  // No attribute of style is allowed, so the Worker carries no parser of styles (`[alias]` of wrangler.toml).
  parseStyleAttributes: false,
  transformTags: { a: (tagName, { href }) => ({ tagName, attribs: linkAttributes(href ?? '') }) },
}

/** HTML with only the allowed tags and attributes left, every opened tag closed. Sanitizing the result again changes nothing. */
export const safeHtml = (html: string): string => sanitizeHtml(html, OPTIONS)

/** Links may point to a path of this site or an https URL; for any other URL all attributes are removed. */
function linkAttributes(href: string): sanitizeHtml.Attributes {
  // Reject a second slash, and an entity decoding to one, since both would lead to another site.
  if (/^\/(?![/\\&])[^\s\\]*$/.test(href)) return { href }
  return /^https:\/\/[^\s\\]+$/i.test(href) ? { href, rel: 'noopener nofollow' } : {}
}
