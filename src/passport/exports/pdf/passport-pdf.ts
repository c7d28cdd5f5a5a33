import { ATTRIBUTES, attributeAt } from '../../attributes/attributes.js';
import { type Section, SECTIONS } from '../../attributes/attribute.js';
import { qrCode } from '../../qr/qr-code.js';
import { qrPng } from '../../qr/qr-png.js';
import type { PassportView } from '../passport-view.js';
import { valueText } from '../value-text.js';
import { passportFonts } from './fonts.js';

type Pdf = PDFKit.PDFDocument;

const MARGIN = 48;
const NUMBER_WIDTH = 28;
const NAME_WIDTH = 190;
const GAP = 8;
const QR_SIZE = 96;
const GREY = '#5f6b76';
const LINE = '#d5dbe1';

const TITLES: Readonly<Record<Section, string>> = {
  identification: 'Identification and product data',
  labels: 'Labels and conformity',
  footprint: 'Carbon footprint',
  supply_chain: 'Supply chain due diligence',
  materials: 'Materials and composition',
  circularity: 'Circularity and resource efficiency',
  performance: 'Performance and durability',
};

/**
 * A passport to read and print, on A4: tagged for screen readers, with embedded fonts and the QR code. The same view gives the same bytes; the
 * time in the file is that of the receipt.
 */
export async function passportPdf(view: PassportView): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const { regular, bold } = await passportFonts();
  const { product, excerpt } = view;
  const pdf = new PDFDocument({
    ...{
      size: 'A4',
      margin: MARGIN,
      bufferPages: true,
      tagged: true,
      lang: 'en',
      displayTitle: true,
      pdfVersion: '1.7',
    },
    // Without a default font, the library reads the metrics of Helvetica from a file.
    font: regular,
    info: {
      ...{
        Title: `Battery passport ${product.sku}`,
        Subject: product.name,
        Creator: 'Casparian Flow',
        Producer: 'Casparian Flow',
      },
      CreationDate: new Date(excerpt.receipt['issued_at'] ?? 0),
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.registerFont('regular', regular).registerFont('bold', bold);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  head(pdf, root, view);
  for (const section of SECTIONS) sectionTable(pdf, root, section, view);
  proofNote(pdf, root, view);
  root.end();
  pageNumbers(pdf, product.sku);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function head(
  pdf: Pdf,
  root: PDFKit.PDFStructureElement,
  { product, audience, excerpt, qrPayload }: PassportView,
): void {
  const right = pdf.page.width - MARGIN - QR_SIZE;
  const width = right - MARGIN - GAP * 2;
  add(pdf, root, 'H1', () =>
    pdf.font('bold').fontSize(20).fillColor('black').text('Battery passport', MARGIN, MARGIN, { width }),
  );
  add(pdf, root, 'P', () => pdf.fontSize(13).text(product.name, { width }));
  add(pdf, root, 'P', () =>
    pdf
      .font('regular')
      .fontSize(9)
      .fillColor(GREY)
      .text(
        `${product.sku} · issued ${excerpt.receipt['issued_at']?.slice(0, 10) ?? ''} · for ${audience.replaceAll('_', ' ')}`,
        { width },
      )
      .text(`Version ${excerpt.receipt['passport_version_id'] ?? ''}`, { width }),
  );
  const picture = pdf.struct('Figure', { alt: `QR code: ${qrPayload}` }, [
    () => void pdf.image(qrPng(qrCode(qrPayload)), right, MARGIN, { width: QR_SIZE, height: QR_SIZE }),
  ]);
  root.add(picture);
  pdf.x = MARGIN;
  pdf.y = MARGIN + QR_SIZE + GAP * 2;
}

function sectionTable(pdf: Pdf, root: PDFKit.PDFStructureElement, section: Section, { values }: PassportView): void {
  const shown = ATTRIBUTES.filter((one) => one.section === section && values.has(one.path));
  const others = [...values.keys()].filter(
    (path) => path.startsWith(`${section}.`) && attributeAt(path)?.number === null,
  );
  if (shown.length + others.length === 0) return;
  needSpace(pdf, 70);
  add(pdf, root, 'H2', () => {
    pdf
      .font('bold')
      .fontSize(12)
      .fillColor('black')
      .text(TITLES[section], MARGIN, pdf.y + GAP);
    pdf.y += 4;
  });
  const table = pdf.struct('Table');
  root.add(table);
  for (const { number, name, path, type } of shown) {
    row(pdf, table, String(number), name, valueText(values.get(path) ?? null, type));
  }
  for (const path of others) row(pdf, table, '', attributeAt(path)?.name ?? path, valueText(values.get(path) ?? null));
  table.end();
}

function row(pdf: Pdf, table: PDFKit.PDFStructureElement, number: string, name: string, value: string): void {
  const nameX = MARGIN + NUMBER_WIDTH;
  const valueX = nameX + NAME_WIDTH + GAP;
  const valueWidth = pdf.page.width - MARGIN - valueX;
  pdf.font('regular').fontSize(9);
  const height = Math.max(
    pdf.heightOfString(name, { width: NAME_WIDTH }),
    pdf.heightOfString(value, { width: valueWidth }),
  );
  needSpace(pdf, Math.min(height, 600) + 8);
  const top = pdf.y;
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .moveTo(MARGIN, top)
    .lineTo(pdf.page.width - MARGIN, top)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  pdf.endMarkedContent();
  const line = pdf.struct('TR');
  table.add(line);
  add(pdf, line, 'TD', () => pdf.fillColor(GREY).text(number, MARGIN, top + 4, { width: NUMBER_WIDTH - 4 }));
  add(pdf, line, 'TH', () => pdf.fillColor(GREY).text(name, nameX, top + 4, { width: NAME_WIDTH }));
  const pageBefore = pdf.page;
  add(pdf, line, 'TD', () => pdf.fillColor('black').text(value, valueX, top + 4, { width: valueWidth }));
  line.end();
  pdf.x = MARGIN;
  // A long list may end on another page.
  pdf.y = pdf.page === pageBefore ? top + height + 8 : pdf.y + 8;
}

function proofNote(pdf: Pdf, root: PDFKit.PDFStructureElement, { excerpt, qrPayload }: PassportView): void {
  needSpace(pdf, 110);
  add(pdf, root, 'H2', () =>
    pdf
      .font('bold')
      .fontSize(12)
      .fillColor('black')
      .text('How to verify', MARGIN, pdf.y + GAP),
  );
  const hidden = excerpt.fields.filter((field) => !('path' in field)).length;
  const lines = [
    `${hidden} fields are not shown to this audience. The excerpt for this audience proves the values above against the signature of the whole passport.`,
    `Signed with the key ${excerpt.receipt['signing_key_id'] ?? ''} (Ed25519): ${excerpt.public_key}`,
    qrPayload,
  ];
  for (const line of lines)
    add(pdf, root, 'P', () =>
      pdf
        .font('regular')
        .fontSize(8)
        .fillColor(GREY)
        .text(line, MARGIN, pdf.y + 3),
    );
}

function pageNumbers(pdf: Pdf, sku: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    // Below the margin, where text would otherwise start a new page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf.font('regular').fontSize(8).fillColor(GREY);
    pdf.text(`${sku} · page ${index + 1} of ${count}`, MARGIN, pdf.page.height - 32, {
      width: pdf.page.width - 2 * MARGIN,
      align: 'right',
      lineBreak: false,
    });
    pdf.endMarkedContent();
  }
}

function add(pdf: Pdf, parent: PDFKit.PDFStructureElement, type: string, draw: () => unknown): void {
  parent.add(pdf.struct(type, {}, [() => void draw()]));
}

function needSpace(pdf: Pdf, height: number): void {
  if (pdf.y + height <= pdf.page.height - MARGIN) return;
  pdf.addPage();
  pdf.y = MARGIN;
}
