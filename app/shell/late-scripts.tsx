// The page's scripts, fetched after what is seen: style and pictures go first over a thin line, and the page reads well without any script.

import { Scripts } from '@remix-run/react'
import { Children, type ComponentProps, type ReactElement, type ReactNode, cloneElement, isValidElement } from 'react'

/** React 18 does not know the attribute; browsers read it in any case of letters. */
export const LATE = { fetchpriority: 'low' }

export function LateScripts(props: ComponentProps<typeof Scripts>) {
  // Drawn here instead of by React, because Remix has no prop for its preloads.
  const scripts = Scripts(props) as ReactElement<{ readonly children: ReactNode }> | null
  return scripts && <>{Children.map(scripts.props.children, delay)}</>
}

const delay = (node: ReactNode): ReactNode =>
  isValidElement(node) && node.type === 'link' ? cloneElement(node, LATE) : node
