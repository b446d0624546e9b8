// Country with calling code: a plain select without scripts, a searchable sheet with scripts.

import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive, useLoaded } from './use-alive'
import type { Area } from './country-list'
import { FieldFrame } from './field'
import { Icon } from './icon'
import { Sheet, preloadSheet } from './sheet'

interface CountryPickerProps {
  readonly label: ReactNode
  readonly name: string
  /** Sorted by the server for the reader's language. */
  readonly areas: readonly Area[]
  /** ISO 3166 code ("JP"), also the posted value. */
  readonly defaultValue?: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly onChange?: (area: Area) => void
}

const loadList = () => import('./country-list')

export function CountryPicker({ label, name, areas, defaultValue = '', hint, problem, onChange }: CountryPickerProps) {
  const { t } = useTranslation('ui')
  const isAlive = useAlive()
  const [country, setCountry] = useState(defaultValue)
  const [isOpen, setIsOpen] = useState(false)
  const list = useLoaded(loadList, isOpen)
  const chosen = areas.find((area) => area.country === country)
  const preload = () => {
    preloadSheet()
    void loadList().catch(() => undefined)
  }
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(wiring) =>
        isAlive ? (
          <>
            <input type="hidden" name={name} value={country} />
            <button
              {...wiring}
              type="button"
              // With the label alone, screen readers would not announce the chosen country.
              aria-labelledby={`${wiring.id}-label ${wiring.id}`}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(true)}
              onPointerEnter={preload}
              onFocus={preload}
              className="field flex items-center justify-between gap-2 text-left"
            >
              <span className={`min-w-0 truncate ${chosen ? '' : 'text-muted'}`}>
                {chosen ? areaWords(chosen) : t('country_choose')}
              </span>
              <Icon name="down" className="size-5 text-muted" />
            </button>
            <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('country_choose')}>
              {list && (
                <list.CountryList
                  areas={areas}
                  chosen={country}
                  onChoose={(area) => {
                    setCountry(area.country)
                    setIsOpen(false)
                    onChange?.(area)
                  }}
                />
              )}
            </Sheet>
          </>
        ) : (
          <select {...wiring} name={name} defaultValue={defaultValue} className="field">
            <option value="">{t('country_choose')}</option>
            {areas.map((area) => (
              <option key={area.country} value={area.country}>
                {areaWords(area)}
              </option>
            ))}
          </select>
        )
      }
    </FieldFrame>
  )
}

const areaWords = ({ name, callingCode }: Area): string => `${name} +${callingCode}`
