// Draws the charts of a page when they become visible, connects their cursors, and adds keyboard
// access: arrow keys move the cursor of the focused chart.
'use strict';

(function () {
  const charts = JSON.parse(document.getElementById('charts').textContent);
  const variable = (name) => 'var(--' + name + ')';
  const colors = {
    series: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => variable('series-' + index)),
  };
  ['text', 'muted', 'line', 'grid', 'panel', 'bad', 'doubtful'].forEach((name) => {
    colors[name] = variable(name);
  });
  const drawn = {};

  function legend(chart, shown, place) {
    if (chart.series.length < 2) {
      return;
    }
    chart.series.forEach((series, index) => {
      const label = document.createElement('label');
      const box = document.createElement('input');
      const swatch = document.createElement('span');
      box.type = 'checkbox';
      box.checked = true;
      box.addEventListener('change', () =>
        // Only in this chart, although cursors are connected: its boxes control no other.
        shown.dispatchAction({
          type: 'legendToggleSelect',
          escapeConnect: true,
          batch: [{ name: series.name }],
        })
      );
      swatch.className = 'swatch';
      swatch.style.background = brokerbench.color(chart, index, colors);
      label.append(box, swatch, series.name);
      place.append(label);
    });
  }

  function keys(chart, shown, place) {
    let at = -1;
    const last = chart.series.reduce((most, each) => Math.max(most, each.points.length), 0) - 1;
    place.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10 }[event.key];
      if (event.key === 'Escape') {
        shown.dispatchAction({ type: 'hideTip' });
      }
      if (step === undefined || last < 0) {
        return;
      }
      event.preventDefault();
      at = Math.max(0, Math.min(last, at + step));
      const series = chart.series.findIndex((each) => each.points.length > at);
      const index = shown.getOption().series.findIndex(
        (each) => each.type !== 'custom' && each.name === chart.series[series].name
      );
      shown.dispatchAction({ type: 'showTip', seriesIndex: index, dataIndex: at });
    });
  }

  function draw(chart) {
    if (drawn[chart.id]) {
      return;
    }
    const place = document.getElementById('chart-' + chart.id);
    const room = { width: place.clientWidth, font: 12 };
    place.style.height = brokerbench.height(chart, room) + 'px';
    const shown = echarts.init(place, null, { renderer: 'svg' });
    drawn[chart.id] = shown;
    shown.setOption(brokerbench.option(chart, colors, room));
    if (chart.cursor !== '') {
      shown.group = chart.cursor;
      echarts.connect(chart.cursor);
    }
    legend(chart, shown, document.getElementById('legend-' + chart.id));
    keys(chart, shown, place);
    new ResizeObserver(() => shown.resize()).observe(place);
  }

  const coming = new IntersectionObserver(
    (entries) =>
      entries
        .filter((entry) => entry.isIntersecting)
        .forEach((entry) => {
          coming.unobserve(entry.target);
          draw(charts.find((chart) => 'chart-' + chart.id === entry.target.id));
        }),
    { rootMargin: '600px' }
  );
  charts.forEach((chart) => coming.observe(document.getElementById('chart-' + chart.id)));

  // Printing shows everything.
  window.addEventListener('beforeprint', () => {
    document.querySelectorAll('details').forEach((part) => {
      part.open = true;
    });
    charts.forEach(draw);
    Object.values(drawn).forEach((shown) => shown.resize());
  });

  document.querySelectorAll('button.copy').forEach((button) =>
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(button.nextElementSibling.textContent).then(() => {
        button.textContent = 'Copied';
      });
    })
  );

  // For automated tests of a page.
  window.brokerbenchPage = {
    charts: charts, drawn: drawn, draw: () => charts.forEach(draw),
    color: (chart, index) => brokerbench.color(chart, index, colors),
  };
})();
