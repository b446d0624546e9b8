// Voice message field: a file, or a recording made here. The recording is put into the file input, so the form posts it
// as a file.

import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { FieldFrame } from '../../components/field'
import { useAlive } from '../../components/use-alive'

/** Maximum recording time (ms), roughly the maximum file size. */
const RECORD_MAX_MS = 120_000

type Recording = 'none' | 'running' | 'done' | 'denied'

export function VoiceField() {
  const { t } = useTranslation('support')
  const isAlive = useAlive()
  const input = useRef<HTMLInputElement>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  const [state, setState] = useState<Recording>('none')
  useEffect(() => () => recorder.current?.stream.getTracks().forEach((track) => track.stop()), [])

  const start = async () => {
    try {
      recorder.current = await record((file) => {
        if (input.current) input.current.files = listOf(file)
        setState('done')
      })
      setState('running')
    } catch {
      // No microphone, or permission denied.
      setState('denied')
    }
  }
  return (
    <FieldFrame
      label={t('voice')}
      hint={state === 'done' ? t('recorded') : t('voice_hint')}
      problem={state === 'denied' ? t('mic_denied') : undefined}
    >
      {(wiring) => (
        <div className="grid gap-2">
          <input {...wiring} ref={input} type="file" name="voice" accept="audio/*" className="field" />
          {isAlive && (
            <Button
              type="button"
              variant="quiet"
              onClick={() => (state === 'running' ? recorder.current?.stop() : void start())}
            >
              {t(state === 'running' ? 'stop' : 'record')}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

async function record(onFile: (file: File) => void): Promise<MediaRecorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const recorder = new MediaRecorder(stream)
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const timer = setTimeout(() => recorder.stop(), RECORD_MAX_MS)
  recorder.addEventListener('stop', () => {
    clearTimeout(timer)
    for (const track of stream.getTracks()) track.stop()
    onFile(new File(parts, 'voice', { type: recorder.mimeType }))
  })
  recorder.start()
  return recorder
}

/** `input.files` accepts only a FileList; DataTransfer is the one way to construct it. */
function listOf(file: File): FileList {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  return transfer.files
}
