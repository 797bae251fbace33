// Draws a chart as a picture that includes title and legend, in the light colours.
'use strict';

function picture(chart, width, height) {
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
  };
  const option = brokerbench.option(chart, colors);
  option.backgroundColor = '#ffffff';
  option.textStyle.fontFamily = 'sans-serif';
  option.title = {
    text: chart.title, left: 12, top: 8, borderWidth: 0,
    textStyle: { color: colors.text, fontSize: 16, fontWeight: 'bold' },
  };
  option.legend = {
    show: chart.series.length > 1, data: option.legend.data, left: 12, top: 34, borderWidth: 0,
    // Texts are wider than is known here.
    itemGap: 28,
    textStyle: { color: colors.text },
  };
  option.grid.top = chart.series.length > 1 ? 90 : 66;
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
