// Starts the page's scripts after its first paint, because style and text need network and CPU until then, and the page
// is readable without scripts.

import { Scripts } from '@remix-run/react'
import { Children, type ComponentProps, Fragment, type ReactElement, type ReactNode, isValidElement } from 'react'

/** React 18 does not know the attribute; HTML attribute names are case-insensitive. */
export const LATE = { fetchpriority: 'low' }

export function LateScripts(props: ComponentProps<typeof Scripts>) {
  // Rendered manually, because Remix has no prop for script timing. After hydration no scripts are left.
  const scripts: ReactNode = Scripts(props)
  if (!scripts) return null
  // During hydration the browser keeps the server's script content.
  const texts = import.meta.env.SSR ? textsOf([...flat(scripts)]) : [' ', ' ']
  return (
    <>
      {texts.map((__html, index) => (
        <script key={index} nonce={props.nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />
      ))}
    </>
  )
}

interface NodeProps {
  readonly href?: string
  readonly children?: ReactNode
  readonly dangerouslySetInnerHTML?: { readonly __html: string }
}

type Drawn = ReactElement<NodeProps>

function* flat(node: ReactNode): Generator<Drawn> {
  for (const child of Children.toArray(node)) {
    if (!isValidElement<NodeProps>(child)) continue
    if (child.type === Fragment) yield* flat(child.props.children)
    else yield child
  }
}

/**
 * Inline scripts: page state, and a starter that loads the modules after the first paint. A hidden tab never paints, so
 * it starts at once.
 */
function textsOf(nodes: readonly Drawn[]): readonly string[] {
  const preloads = nodes.flatMap(({ props: { href } }) => href ?? [])
  const [context = '', modules = ''] = nodes.flatMap(({ props: own }) => own.dangerouslySetInnerHTML?.__html ?? [])
  const starter = `{
const { nonce } = document.currentScript
const add = (name, fields) => document.body.append(Object.assign(document.createElement(name), fields))
const start = () => {
  for (const href of ${literal(preloads)}) add('link', { rel: 'modulepreload', href, fetchPriority: 'low' })
  add('script', { type: 'module', nonce, text: ${literal(modules)} })
}
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))
}`
  return [context, starter]
}

/** JSON for an inline script; escaping "<" prevents a closing script tag. */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Follows only page names: `#//elsewhere.example` would redirect to another site. */
export const HASH_LINK_SCRIPT = `(function(){function go(){var h=location.hash
if(/^#\\/pages\\/\\w[\\w/-]*(\\?|$)/.test(h))location.replace(h.slice(1))}
go();addEventListener('hashchange',go)})()`
