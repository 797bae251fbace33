// Draws a chart as a picture that includes title and legend, in the light colours.
'use strict';

function picture(chart, width) {
  const MARGIN = 12;
  const FONT = 13;
  const TITLE = 16;
  const ICON = 30;
  const GAP = 22;
  const room = { width: width, font: FONT };
  const colors = {
    series: [
      '#2f5bb7', '#c2570c', '#1b7a3d', '#8b3fa8', '#b3261e', '#0f7c8a', '#7a5c1e', '#5b6675', '#c03573', '#4c7a0b',
    ],
    text: '#1a2230',
    muted: '#5b6675',
    line: '#aab2bd',
    grid: '#e4e8ed',
    panel: '#ffffff',
    bad: '#b3261e',
    doubtful: '#9a5b00',
    neutral: '#2f5bb7',
  };
  // Pictures are drawn where no font can be measured.
  echarts.setPlatformAPI({
    measureText: (words, font) => ({
      width: brokerbench.widthOf(words, Number((/(\d+)px/.exec(font) || [0, FONT])[1]), /bold/.test(font)),
    }),
  });
  const title = brokerbench.lines(chart.title, width - 2 * MARGIN, TITLE, true);
  const note = chart.note === '' ? [] : brokerbench.lines(chart.note, width - 2 * MARGIN, FONT, false);
  const legend = 8 + title.length * 21 + note.length * 18 + (note.length > 0 ? 4 : 0) + 8;
  const rows = [[]];
  let filled = 0;
  chart.series.forEach((series) => {
    const item = ICON + brokerbench.widthOf(series.name, FONT, false) + GAP;
    if (filled > 0 && filled + item > width - 2 * MARGIN) {
      rows.push([]);
      filled = 0;
    }
    rows[rows.length - 1].push(series.name);
    filled += item;
  });
  const top = legend + rows.length * 21;
  const flat = brokerbench.isFlat(chart, room);
  const head = top + ((flat ? chart.x : chart.y[0]).name === '' ? 12 : 34);
  const height = Math.round(head + brokerbench.height(chart, room) - (flat ? 40 : 20));
  const option = brokerbench.option(chart, colors, room);
  option.backgroundColor = '#ffffff';
  option.textStyle.fontFamily = 'sans-serif';
  option.title = {
    text: title.join('\n'), subtext: note.join('\n'), left: MARGIN, top: 8, padding: 0, itemGap: 4, borderWidth: 0,
    textStyle: { color: colors.text, fontSize: TITLE, fontWeight: 'bold', lineHeight: 21 },
    subtextStyle: { color: colors.muted, fontSize: FONT, lineHeight: 18 },
  };
  option.legend = rows.map((names, row) => ({
    data: names, left: MARGIN, top: legend + row * 21, padding: 0, borderWidth: 0,
    itemGap: GAP - 5, itemWidth: ICON - 5, textStyle: { color: colors.text, fontSize: FONT },
  }));
  option.grid.top = head;
  const drawn = echarts.init(null, null, { renderer: 'svg', ssr: true, width: width, height: height });
  drawn.setOption(option);
  const svg = drawn.renderToSVGString();
  drawn.dispose();
  // Removes hover styles, which pictures do not need and some readers do not support, and the numbers of
  // pictures and styles, by which the same chart would differ from one picture to the next.
  return svg
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/ class="zr\d+-cls-\d+"/g, '')
    .replace(/zr\d+-/g, 'zr-')
    .replace(/ stroke="[^"]*" stroke-width="0"/g, '');
}
