// Password input with a show/hide button.

import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useColon } from '../text/colon'
import { useAlive } from './use-alive'
import { FieldFrame } from './field'
import { Icon } from './icon'

interface SecretFieldProps {
  readonly label: string
  readonly name: string
  readonly autoComplete: 'current-password' | 'new-password' | 'off'
  readonly hint?: ReactNode
  readonly aside?: ReactNode
  readonly problem: string | undefined
  readonly onText?: (text: string) => void
  /** False when this field belongs to a group of alternatives and may be hidden. */
  readonly isRequired?: boolean
}

export function SecretField({
  label,
  name,
  autoComplete,
  hint,
  aside,
  problem,
  onText,
  isRequired = true,
}: SecretFieldProps) {
  const { t } = useTranslation('identity')
  const withColon = useColon()
  const isAlive = useAlive()
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame label={label} hint={hint} problem={problem} aside={aside}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            name={name}
            type={isShown ? 'text' : 'password'}
            required={isRequired}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onText?.(event.target.value)}
            className="field pr-12"
          />
          {/* Rendered from the start to avoid a layout shift; hidden only without scripts. */}
          <button
            type="button"
            disabled={!isAlive}
            aria-label={`${withColon(t(isShown ? 'hide_password' : 'show_password'))}${label}`}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-muted hover:text-ink noscript:hidden"
          >
            <Icon name={isShown ? 'hidden' : 'eye'} />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
