// The small HTML that operators may write: structure, emphasis and links, nothing that runs or is styled. The sanitizer runs on the
// server only; pages and the API receive its output.

import sanitizeHtml from 'sanitize-html'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  // A tag that is not allowed becomes readable text, so that nothing an operator wrote disappears unseen.
  disallowedTagsMode: 'escape',
  transformTags: { a: (tagName, { href }) => ({ tagName, attribs: linkAttributes(href ?? '') }) },
}

/** HTML with only the allowed tags and attributes left, every opened tag closed. Sanitizing the result again changes nothing. */
export const safeHtml = (html: string): string => sanitizeHtml(html, OPTIONS)

/** A link keeps a path of this site or an https address; with any other address it keeps no attribute and leads nowhere. */
function linkAttributes(href: string): sanitizeHtml.Attributes {
  // Reject a second slash, and an entity decoding to one, since both would lead to another site.
  if (/^\/(?![/\\&])[^\s\\]*$/.test(href)) return { href }
  return /^https:\/\/[^\s\\]+$/i.test(href) ? { href, rel: 'noopener nofollow' } : {}
}
