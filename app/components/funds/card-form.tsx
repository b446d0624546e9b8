// Bank card form: fields, step-up proof, deletion.

import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { StepUpMethod } from '#domain/security'
import { CARD_FIELDS, type CardFields, type CardKind, isCardFieldOptional } from '#domain/funds/card'
import type { FundsAnswer } from '../../forms/funds'
import { Button } from '../button'
import { Field } from '../field'
import { UnansweredNotice, Notice } from '../notice'
import { Moment } from '../moment'
import { StepUpFields, StepUpNeeded } from '../step-up-fields'
import { Tabs } from '../tabs'
import { useRefusal } from '../form-focus'

interface CardFormProps {
  readonly kind: CardKind
  readonly card: {
    readonly fields: CardFields
    readonly isSaved: boolean
    readonly usableAt: number
    readonly now: number
    readonly isDemo: boolean
    readonly methods: readonly StepUpMethod[]
  }
  readonly answer: FundsAnswer | undefined
}

/** Tabs of domestic and international card. */
export function CardTabs({ kind }: { readonly kind: CardKind }) {
  const { t } = useTranslation('funds')
  return (
    <Tabs
      label={t('cards')}
      variant="segment"
      className="mx-3 mb-4 lg:mx-0"
      tabs={[
        { to: '/settings/cards', words: t('card_at_home'), isSelected: kind === 'domestic' },
        { to: '/settings/cards/international', words: t('card_abroad'), isSelected: kind === 'international' },
      ]}
    />
  )
}

export function CardForm({ kind, card, answer }: CardFormProps) {
  const { t } = useTranslation('funds')
  const { t: tRefusals } = useTranslation('refusals')
  const isSending = useNavigation().formMethod === 'POST'
  const form = useRefusal(answer)
  const problem = answer?.problem ?? null
  const isElsewhere = problem !== null && problem.name === '' && problem.field !== 'proof'
  // Without a step-up method, show the setup notice instead of the form, before the visitor types anything.
  if (card.methods.length === 0)
    return (
      <div className="panel mx-3 p-4 lg:mx-0 lg:p-6">
        <StepUpNeeded methods={card.methods} isAlone />
      </div>
    )
  return (
    <div className="panel mx-3 grid gap-4 p-4 lg:mx-0 lg:p-6">
      {card.isSaved && card.usableAt > card.now && (
        <Notice tone="plain">
          {t('usable_at')} <Moment at={card.usableAt} />
        </Notice>
      )}
      <Form ref={form} method="post" className="grid gap-4">
        {isElsewhere && <Notice tone="bad">{problem.text}</Notice>}
        {CARD_FIELDS[kind].map((field) => (
          <Field
            key={field}
            label={tRefusals(`card_${field}`)}
            name={field}
            required={!isCardFieldOptional(kind, field)}
            maxLength={120}
            autoComplete="off"
            defaultValue={answer?.fields[field] ?? card.fields[field] ?? ''}
            problem={problem?.name === field ? problem.text : undefined}
          />
        ))}
        <StepUpFields methods={card.methods} problem={problem?.field === 'proof' ? problem.text : undefined} />
        <Notice tone="plain">{t(card.isDemo ? 'delay_demo' : 'delay')}</Notice>
        <UnansweredNotice answer={answer} />
        <Button variant="brand" size="lg" isBusy={isSending}>
          {t('save')}
        </Button>
        {/* Deleting needs the same proof; other fields are ignored. */}
        {card.isSaved && (
          <Button name="step" value="delete" variant="remove" isWide formNoValidate>
            {t('delete_card')}
          </Button>
        )}
      </Form>
    </div>
  )
}
