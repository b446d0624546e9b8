// Review facts of an identity submission: claimed identity, plain document number, pictures.

import { findPassedBasic, findSubmission, listDocumentTwins, listPictureTwins } from '#db/platform/verification'
import { LANGUAGE_TAGS, type Language } from '#domain/language'
import type { ReviewFacts } from '#domain/desk/review'
import { screenedLine } from '../screening/review'
import { revealNumber } from './document-number'
import { documentText, stateText } from './words'

/**
 * Null for an unknown submission. Level 2 includes the level 1 document to compare; other accounts with the same
 * document or picture are listed.
 */
export async function identityFacts(env: Env, subjectId: string, language: Language): Promise<ReviewFacts | null> {
  const submission = await findSubmission(env.DB, subjectId)
  if (!submission) return null
  const basic = submission.level === 1 ? submission : await findPassedBasic(env.DB, submission.userId)
  const lines: ReviewFacts['lines'][number][] = [{ label: 'level', value: String(submission.level) }]
  if (basic?.idType && basic.country && basic.name) {
    const countries = new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'region' })
    const document = documentText(language, basic.idType, countries.of(basic.country) ?? basic.country)
    lines.push({ label: 'name', value: basic.name }, { label: 'id_type', value: document })
    lines.push({ label: 'id_number', value: (await revealNumber(env, basic)) ?? '' })
  }
  if (basic?.numberHash) {
    const { userId, numberHash } = basic
    for (const twin of await listDocumentTwins(env.DB, { userId, numberHash }))
      lines.push({ label: 'same_document', value: `#${twin.userId} ${stateText(language, twin.state)}` })
  }
  if (basic) lines.push(await screenedLine(env, { kind: 'identity', subjectId: basic.id }))
  const images = [submission.frontImage, submission.reverseImage].filter((reference) => reference !== null)
  for (const twin of await listPictureTwins(env.DB, { userId: submission.userId, images }))
    lines.push({ label: 'same_picture', value: `#${twin.userId} ${stateText(language, twin.state)}` })
  return { lines, images }
}
