// Input fields and display of table cells.

import { type ComponentProps, type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WALLETS } from '#domain/catalogue'
import { Field, FieldFrame } from '../components/field'
import { SelectField } from '../components/select'
import { typedAmount, typedText } from '../text/typed-amount'
import { useSite } from '../site/site'
import { useNumbers } from '../text/numbers'
import { cellText, choiceText, isShare, shareText } from './cell-words'
import { SwitchField } from './switch-field'
import type { WordKey } from '../../locales/key'

export interface CellView {
  readonly name: string
  readonly kind: 'text' | 'html' | 'integer' | 'decimal' | 'flag' | 'choice' | 'wallets' | 'instant'
  readonly choices: readonly string[]
  /** Display names of choices whose values are ids. */
  readonly choiceNames?: Readonly<Record<string, string>> | undefined
  readonly lengthMax: number
  readonly isRequired: boolean
  /** True for a read-only cell. */
  readonly isFixed: boolean
  /** Two people are required: for every change, or only for switching on. */
  readonly guard: 'always' | 'on' | null
}

/**
 * Label of a cell by name; every cell has a desk translation. The id of an article shown with its title is labelled as
 * article id.
 */
export function useCellWords(): (name: string, isNamed?: boolean) => string {
  const { t } = useTranslation('desk')
  return (name, isNamed = false) => t(`cell_${isNamed && name === 'id' ? 'news_id' : name}` as WordKey<'desk'>)
}

/** Secondary text of a code; ids get the prefix "id". */
export function useCodeText(): (name: string, code: string) => string {
  const sayCell = useCellWords()
  return (name, code) => (isId(name) ? `${sayCell('id')} ${code}` : code)
}

export const isId = (name: string): boolean => /(?:^|_)id$/.test(name)

export function useCellText(): (cell: Pick<CellView, 'name' | 'kind'>, text: string) => string {
  const reader = { words: useTranslation('desk').i18n, numbers: useNumbers(), language: useSite().language }
  return (cell, text) => cellText(reader, cell, text)
}

interface SheetFieldsProps {
  readonly cells: readonly CellView[]
  readonly values: Readonly<Record<string, string>>
  /** Meanings of codes among the values, by cell. */
  readonly codes?: Readonly<Record<string, string>>
}

export function SheetFields({ cells, values, codes = {} }: SheetFieldsProps) {
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {/* Language for parsing the numbers. */}
      <input type="hidden" name="language" value={useSite().language} />
      {cells.map((cell) => (
        <div key={cell.name} className={`grid min-w-0 ${cell.kind === 'html' ? 'lg:col-span-2' : ''}`}>
          {!cell.isFixed && <input type="hidden" name={`seen.${cell.name}`} value={values[cell.name] ?? ''} />}
          <CellField cell={cell} value={values[cell.name] ?? ''} code={codes[cell.name]} />
        </div>
      ))}
    </div>
  )
}

interface CellFieldProps {
  readonly cell: CellView
  readonly value: string
  readonly code: string | undefined
}

function CellField({ cell, value, code }: CellFieldProps) {
  const { t } = useTranslation('desk')
  const [sayCell, codeText] = [useCellWords(), useCodeText()]
  const { i18n: words } = useTranslation('desk')
  const numbers = useNumbers()
  const label = sayCell(cell.name, code !== undefined)
  const guard = cell.guard === null ? undefined : t(cell.guard === 'always' ? 'two_needed' : 'two_needed_on')
  // Typed as a decimal, read in percent.
  const example = isShare(cell.name) ? `${numbers.field('0.001')} = ${shareText(numbers, '0.001')}` : undefined
  const hint = [example, guard].filter(Boolean).join(' · ') || undefined
  const name = `cell.${cell.name}`
  if (cell.isFixed) {
    const shown = cell.kind === 'flag' ? t(value === '1' ? 'yes' : 'no') : choiceText(words, cell.name, value)
    const raw = code !== undefined && cell.kind !== 'choice' ? codeText(cell.name, value) : undefined
    return <Field label={label} hint={raw} name={name} defaultValue={code ?? shown} readOnly disabled />
  }
  switch (cell.kind) {
    case 'flag':
      return <SwitchField label={label} hint={hint} name={name} value="1" defaultChecked={value === '1'} />
    case 'choice':
      return (
        <SelectField
          // `key` remounts the select, because a form reset restores only the initial default.
          key={value}
          label={label}
          name={name}
          defaultValue={value}
          options={cell.choices.map((choice) => ({
            value: choice,
            words: (cell.choiceNames?.[choice] ?? choiceText(words, cell.name, choice)) || '—',
          }))}
        />
      )
    case 'html':
      return (
        <FieldFrame label={label}>
          {(wiring) => (
            <textarea
              translate="no"
              {...wiring}
              name={name}
              rows={14}
              maxLength={cell.lengthMax}
              defaultValue={value}
              className="field font-mono text-xs"
              required
            />
          )}
        </FieldFrame>
      )
    case 'wallets':
      return <WalletBoxes label={label} hint={hint} name={name} value={value} />
    case 'instant':
      return <Field label={label} name={name} type="datetime-local" defaultValue={value} required />
    case 'decimal':
      return <DecimalField label={label} hint={hint} name={name} plain={value} maxLength={cell.lengthMax} required />
    default:
      return (
        <Field
          label={label}
          hint={hint}
          name={name}
          defaultValue={value}
          maxLength={cell.lengthMax}
          required={cell.isRequired}
          inputMode={cell.kind === 'integer' ? 'numeric' : 'text'}
        />
      )
  }
}

interface DecimalFieldProps extends Omit<ComponentProps<typeof Field>, 'value' | 'defaultValue'> {
  readonly plain: string
}

/** Decimal input with digit grouping while typing, so that an extra zero is visible. */
function DecimalField({ plain, ...field }: DecimalFieldProps) {
  const { language } = useSite()
  const [text, setText] = useState(() => typedAmount(plain, language))
  const [drawn, setDrawn] = useState(plain)
  if (drawn !== plain) {
    setDrawn(plain)
    setText(typedAmount(plain, language))
  }
  const onInput = (event: FormEvent<HTMLInputElement>) => setText(typedText(event, text, language))
  return <Field {...field} value={text} onChange={onInput} onCompositionEnd={onInput} inputMode="decimal" />
}

/** Checkboxes of the wallets allowed for an asset. */
function WalletBoxes({
  label,
  hint,
  name,
  value,
}: {
  label: string
  hint: string | undefined
  name: string
  value: string
}) {
  const { t: tRefusals } = useTranslation('refusals')
  const chosen = value.split(',')
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm text-muted">{label}</legend>
      <div className="grid grid-cols-2 gap-x-4 lg:grid-cols-3">
        {WALLETS.map((wallet) => (
          <label key={wallet} className="flex min-h-9 items-center gap-2 text-sm lg:min-h-6">
            <input
              type="checkbox"
              name={name}
              value={wallet}
              defaultChecked={chosen.includes(wallet)}
              className="size-4 accent-selected-fill"
            />
            {tRefusals(`wallet_${wallet}`)}
          </label>
        ))}
      </div>
      {hint && <p className="mt-1.5 text-xs text-muted">{hint}</p>}
    </fieldset>
  )
}
