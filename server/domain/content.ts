// The small HTML that operators may write: structure and emphasis, links within the web, nothing that runs or is styled.
// Everything else is shown as the text that it is.

const PLAIN_TAGS = new Set(['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'br'])
/** A tag, or a character that opens one. */
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+\s*=\s*"[^"<>]*")*)\s*\/?>|[<>]/gi
const HREF = /\shref\s*=\s*"([^"]*)"/i

/**
 * HTML with only the allowed tags left as tags. Allowed tags lose every attribute; a link keeps an address of this site
 * or of https. `<script>` and its kind come out as readable text. Unclosed tags are the browser's to close.
 */
export function safeHtml(html: string): string {
  return html.replace(
    TOKEN,
    (token, slash: string | undefined, name: string | undefined, attributes: string | undefined) => {
      const tag = (name ?? '').toLowerCase()
      if (PLAIN_TAGS.has(tag)) return `<${slash ?? ''}${tag}>`
      if (tag === 'a') return slash ? '</a>' : openLink(HREF.exec(attributes ?? '')?.[1] ?? '')
      return token.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    },
  )
}

/** An address of this site, or of https; anything else becomes an anchor that leads nowhere. */
function openLink(address: string): string {
  // No second slash, and no entity that a browser would read as one.
  const isOwn = /^\/(?![/\\&])[^\s\\]*$/.test(address)
  if (isOwn) return `<a href="${address}">`
  return /^https:\/\/[^\s\\]+$/i.test(address) ? `<a href="${address}" rel="noopener nofollow">` : '<a>'
}
