// Button styles. A busy button keeps its focus and size; its form decides whether a second press counts.

import { Link, type LinkProps } from '@remix-run/react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

/** Destructive actions use `remove` among other buttons, and `danger` as the confirming answer. */
export type ButtonVariant = 'brand' | 'quiet' | 'plain' | 'selected' | 'buy' | 'sell' | 'danger' | 'remove'

interface ButtonLook {
  readonly variant?: ButtonVariant | undefined
  readonly size?: 'sm' | 'md' | 'lg' | undefined
  readonly isWide?: boolean | undefined
}

/** Button classes for other elements. */
export const buttonClass = ({ variant = 'quiet', size = 'md', isWide = false }: ButtonLook): string =>
  `button button-${variant} ${size === 'md' ? '' : `button-${size}`} ${isWide ? 'w-full' : ''}`

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  readonly isBusy?: boolean
  readonly children: ReactNode
}

export function Button({ variant, size, isWide, isBusy = false, className = '', children, ...button }: ButtonProps) {
  return (
    <button
      {...button}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : button.onClick}
      className={`${buttonClass({ variant, size, isWide })} ${className}`}
    >
      {isBusy && <span aria-hidden="true" className="spinner" />}
      {children}
    </button>
  )
}

interface ButtonLinkProps extends LinkProps, ButtonLook {}

export function ButtonLink({ variant, size, isWide, className = '', ...link }: ButtonLinkProps) {
  return <Link {...link} className={`${buttonClass({ variant, size, isWide })} ${className}`} />
}
