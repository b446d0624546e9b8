// Rule-based checks of a rendered page. Runs inside the page, so it must be self-contained.

/**
 * @param {{ keys: string[], english: string[] }} words translation keys, and English texts absent from the page's
 * language
 * @returns {{ kind: string, text: string }[]}
 */
export function lookOver(words) {
  const found = []
  const width = document.documentElement.clientWidth
  const add = (kind, element, more = '') => {
    const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)
    found.push({ kind, text: `${describe(element)} "${text}"${more}` })
  }
  const describe = (element) => {
    const names = [...element.classList].slice(0, 3).join('.')
    return `${element.tagName.toLowerCase()}${element.id && `#${element.id}`}${names && `.${names}`}`
  }

  if (document.documentElement.scrollWidth > width) {
    found.push({ kind: 'page wider than the screen', text: `${document.documentElement.scrollWidth} > ${width} px` })
  }

  const styles = new Map()
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element))
    return styles.get(element)
  }
  const parents = (element) => {
    const list = []
    for (let at = element.parentElement; at; at = at.parentElement) list.push(at)
    return list
  }
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0
  /** Text for screen readers is clipped to one pixel on purpose. */
  const isForReaders = (element) =>
    [element, ...parents(element)].some((at) => at.offsetWidth <= 1 || styleOf(at).clipPath === 'inset(50%)')
  const scrolls = (element) => /auto|scroll|hidden|clip/.test(styleOf(element).overflowX)

  const withText = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      !element.closest('script, style, svg, noscript, select') &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== ''),
  )
  const keys = new Set(words.keys)
  const foreign = new Set(words.english)

  for (const element of withText) {
    if (!isSeen(element)) continue
    // Stored desk data is displayed in its own language.
    const isStored = element.closest('[translate=no]') !== null
    for (const node of isStored ? [] : element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue
      const text = node.textContent.trim()
      if (keys.has(text) && text.includes('_')) add('a key instead of its words', element)
      else if (/\{\{|\bundefined\b|\bNaN\b|\[object |\bnull\b/.test(text)) add('not made for people', element)
      else if (foreign.has(text)) add('untranslated', element)
    }
    if (isForReaders(element)) continue
    const style = styleOf(element)
    const isInline = style.display === 'inline'
    if (
      !isInline &&
      element.scrollWidth > element.clientWidth + 1 &&
      style.overflowX !== 'auto' &&
      style.overflowX !== 'scroll'
    ) {
      const more = ` (${element.scrollWidth} > ${element.clientWidth} px)`
      if (style.textOverflow === 'ellipsis') add('cut with an ellipsis', element, more)
      else if (style.overflowX !== 'visible') add('text cut by its box', element, more)
      else if (element.clientWidth > 0) add('text wider than its box', element, more)
    }
    if (!isInline && element.scrollHeight > element.clientHeight + 3 && /hidden|clip/.test(style.overflowY)) {
      const kind = style.webkitLineClamp === 'none' ? 'text cut below' : 'cut with an ellipsis'
      add(kind, element, ` (${element.scrollHeight} > ${element.clientHeight} px)`)
    }
    const { left, right } = element.getBoundingClientRect()
    const isOutside = right > width + 1 || left < -1
    if (isOutside && !parents(element).some(scrolls))
      add('outside of the screen', element, ` (${Math.round(left)}–${Math.round(right)})`)
  }
  // A closed select shows one line of its selected option.
  const brush = document.createElement('canvas').getContext('2d')
  for (const list of document.body.querySelectorAll('select')) {
    if (!isSeen(list) || isForReaders(list) || list.selectedIndex < 0) continue
    const style = styleOf(list)
    brush.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const needed = brush.measureText(list.options[list.selectedIndex].text).width
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    if (needed > room + 1) {
      const text = `${describe(list)} "${list.options[list.selectedIndex].text}" (${Math.round(needed)} > ${Math.round(room)} px)`
      found.push({ kind: 'a choice that is cut', text })
    }
  }
  return found
}
