// Draws the charts of a page when they become visible, connects their cursors, and adds keyboard
// access: arrow keys move the cursor of the focused chart. Draws previews of sections at once.
'use strict';

(function () {
  const charts = JSON.parse(document.getElementById('charts').textContent);
  const variable = (name) => 'var(--' + name + ')';
  const colors = {
    series: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => variable('series-' + index)),
  };
  ['text', 'muted', 'line', 'grid', 'panel', 'bad', 'doubtful', 'neutral'].forEach((name) => {
    colors[name] = variable(name);
  });
  const drawn = {};
  const addresses = document.getElementById('reports');
  const reports = addresses === null ? {} : JSON.parse(addresses.textContent);

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
      const series = brokerbench.seriesAt(chart, at);
      const index = shown.getOption().series.findIndex(
        (each) => each.type !== 'custom' && each.name === chart.series[series].name
      );
      shown.dispatchAction({ type: 'showTip', seriesIndex: index, dataIndex: at });
    });
  }

  /** A line per series of a chart, without axes; the range is that of all values. */
  function spark(chart, place) {
    const box = place.viewBox.baseVal;
    const all = chart.series.flatMap((series) => series.points.filter((at) => at[1] !== null));
    const along = (index, length) => {
      const values = all.map((at) => at[index]);
      const low = Math.min(...values);
      const range = Math.max(...values) - low || 1;
      return (value) => 2 + ((length - 4) * (value - low)) / range;
    };
    const x = along(0, box.width);
    const y = along(1, box.height);
    chart.series.forEach((series, index) => {
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      let pen = 'M';
      let line = '';
      series.points.forEach((at) => {
        line += at[1] === null ? '' : pen + x(at[0]).toFixed(1) + ' ' + (box.height - y(at[1])).toFixed(1);
        pen = at[1] === null ? 'M' : 'L';
      });
      path.setAttribute('d', line);
      path.setAttribute('stroke', colors.series[index]);
      place.append(path);
    });
  }

  /** The points of a previewed chart over time, the latest first, each with the report on it if there is one. */
  function points(chart, place) {
    const table = document.createElement('table');
    const row = (kind, texts) => {
      const cells = table.insertRow();
      texts.forEach((text, index) => {
        const cell = document.createElement(kind);
        cell.className = index === 1 || index === 2 ? 'number' : '';
        cell.append(text);
        cells.append(cell);
      });
    };
    row('th', [chart.x.name, chart.series[0].name, '95 % interval', 'report']);
    chart.series[0].points.slice().reverse().forEach((at) => {
      const value = (index) => brokerbench.text(at[index], chart.y[0].unit);
      let link = '';
      if (reports[at[0]] !== undefined) {
        link = document.createElement('a');
        link.href = reports[at[0]];
        link.append('report');
      }
      row('td', [
        brokerbench.text(at[0], chart.x.unit),
        value(1),
        at.length > 2 ? '[' + value(2) + ', ' + value(3) + ']' : '',
        link,
      ]);
    });
    place.append(table);
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
    const table = document.getElementById('points-' + chart.id);
    if (table !== null) {
      points(chart, table);
    }
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

  charts.forEach((chart) => {
    const place = document.getElementById('spark-' + chart.id);
    if (place !== null) {
      spark(chart, place);
    }
  });

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
