// Staff notes of a review or conversation, with a form to add one.

import { useTranslation } from 'react-i18next'
import { FieldFrame } from '../components/field'
import { Moment } from '../components/moment'
import { DeskForm, type DeskFormProps, Panel } from './page'

interface NotesProps extends Pick<DeskFormProps, 'answer' | 'commandId'> {
  readonly notes: readonly {
    readonly id: number
    readonly staffName: string | null
    readonly text: string
    readonly at: number
  }[]
  readonly mayNote: boolean
  readonly lengthMax: number
}

export function Notes({ notes, mayNote, commandId, answer, lengthMax }: NotesProps) {
  const { t } = useTranslation('desk')
  return (
    <Panel title={t('notes')}>
      <ul className="divide-y divide-line">
        {notes.map(({ id, staffName, text, at }) => (
          <li key={id} className="px-4 py-2 text-sm">
            <p className="break-words whitespace-pre-wrap">{text}</p>
            <p className="text-xs text-muted">
              {staffName} · <Moment at={at} />
            </p>
          </li>
        ))}
      </ul>
      {mayNote && (
        <div className="p-4">
          <DeskForm
            key={notes.length}
            commandId={`${commandId}:note`}
            step="note"
            answer={answer}
            submit={t('add_note')}
            variant="quiet"
          >
            <FieldFrame label={t('note')}>
              {(wiring) => (
                <textarea {...wiring} name="text" rows={2} maxLength={lengthMax} required className="field" />
              )}
            </FieldFrame>
          </DeskForm>
        </div>
      )}
    </Panel>
  )
}
