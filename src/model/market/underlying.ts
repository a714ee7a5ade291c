import { nearestWord } from '../../base/nearest-word.ts';
import { parseSymbol } from './contract.ts';

/** Why a share is refused: the tables, and so the simulator, know indices with their options and futures. */
export const NO_SHARES = 'shares are not listed here';

const SHARE = /^[A-Z][A-Z0-9&-]{1,19}$/;

/** Whether a symbol reads as that of a share: no contract, and no slip in the name of an index that is listed. */
export function isShareLike(symbol: string, listed: readonly string[]): boolean {
  if (!SHARE.test(symbol) || listed.includes(symbol)) return false;
  return parseSymbol(symbol) === null && nearestWord(symbol, listed) === null;
}

/** A refusal of what is not listed, with the reason where it is a share. */
export function withNoShares(refusal: string, symbol: string, listed: readonly string[]): string {
  return isShareLike(symbol, listed) ? `${refusal}: ${NO_SHARES}` : refusal;
}

/**
 * Shares, funds and indexes without options here, as words of file names: the largest of the exchanges, and what is mistaken
 * for an index. Not all there are: a name that is not among them says nothing.
 */
const NAMES = `
  ADANIENT ADANIPORTS ADANIPOWER ADANIGREEN AMBUJACEM APOLLOHOSP ASHOKLEY ASIANPAINT AUROPHARMA AXISBANK BAJAJ BAJFINANCE BAJAJFINSV
  BANDHANBNK BANKBARODA BHARATFORG BHARTIARTL BHEL BPCL BRITANNIA CANBK CHOLAFIN CIPLA COALINDIA COLPAL DABUR DIVISLAB DIXON DLF
  DMART DRREDDY EICHERMOT FEDERALBNK GODREJCP GRASIM HAVELLS HCLTECH HDFC HDFCBANK HDFCLIFE HEROMOTOCO HINDALCO HINDPETRO HINDUNILVR
  ICICIBANK ICICIGI ICICIPRULI IDFCFIRSTB INDIGO INDUSINDBK INFY IOC IRCTC IRFC ITC JINDALSTEL JIOFIN JSWSTEEL KOTAKBANK LICI
  LTIM LUPIN MARICO MARUTI MUTHOOTFIN NESTLEIND NMDC NTPC ONGC PAYTM PERSISTENT PFC PIDILITIND PNB POLYCAB POWERGRID RBLBANK RECLTD
  RELIANCE SAIL SBICARD SBILIFE SBIN SHRIRAMFIN SIEMENS SUNPHARMA SUZLON TATACHEM TATACONSUM TATAMOTORS TATAPOWER TATASTEEL TCS
  TECHM TVSMOTOR ULTRACEMCO VEDL VBL WIPRO YESBANK ZEEL ZOMATO
  BANKBEES GOLDBEES JUNIORBEES LIQUIDBEES NIFTYBEES SILVERBEES SETFNIF
  INDIAVIX NIFTYAUTO NIFTYENERGY NIFTYFMCG NIFTYIT NIFTYMEDIA NIFTYMETAL NIFTYPHARMA NIFTYREALTY CNXIT CNXAUTO CNXPHARMA CNXFMCG
`;

const KNOWN: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

const SECTORS = 'AUTO|COMMODITIES|CONSUMPTION|CPSE|ENERGY|FMCG|HEALTHCARE|INFRA|IT|MEDIA|METAL';
const MORE_SECTORS = 'MIDCAP(?![ _-]*SEL)|PHARMA|PSE|PSU|PVT|REALTY|SMALLCAP|SMLCAP|100|200|500';
const OTHER_INDEX = new RegExp(`NIFTY[ _-]*(?:${SECTORS}|${MORE_SECTORS})(?![A-Z0-9])`);

/** The word of a file's name, in capitals, that is a share's or another's that is not listed here; null where none is known. */
export function knownShareIn(name: string): string | null {
  const words = name.toUpperCase().split(/[^A-Z]+/);
  return words.find((word) => KNOWN.has(word)) ?? otherIndexIn(name);
}

/** The part of a file's name, in capitals, that is an index which has NIFTY in its name and no options here; null where none is. */
export function otherIndexIn(name: string): string | null {
  return OTHER_INDEX.exec(name.toUpperCase())?.[0] ?? null;
}
