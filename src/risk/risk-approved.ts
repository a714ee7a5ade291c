import { type Brand } from '../base/brand.ts';

/** Something that the gate has let through. Only the functions of this room make it. */
export type RiskApproved<Proposal> = Brand<Proposal, 'RiskApproved'>;
